"""The server's side of DTLS, by the system's OpenSSL: handshakes, and says whose certificate came; no media."""
import ctypes
import hashlib
import pathlib
import ssl
import subprocess
import threading

OPENSSL = ['libssl.so.3', 'libcrypto.so.3']
SRTP_PROFILES = b'SRTP_AEAD_AES_128_GCM:SRTP_AES128_CM_SHA1_80'
PEM = 1  # SSL_FILETYPE_PEM
VERIFY = 1 | 2  # SSL_VERIFY_PEER, SSL_VERIFY_FAIL_IF_NO_PEER_CERT
NO_QUERY_MTU = 1 << 12
SET_MTU, HANDLE_TIMEOUT, MEM_EOF_RETURN = 17, 74, 130
RECEIVED_SHUTDOWN = 2
RECORD_HEADER = 13  # RFC 6347, section 4.1

Accept = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
# What a certificate says counts nothing here: only which one it is.
accept_any = Accept(lambda *_: 1)


class Pointer(ctypes.c_void_p):
    """Unlike its base, ctypes does not turn it into a number, which would be passed on with 32 bits."""


class Library:
    """The functions of libssl and libcrypto by name."""

    def __init__(self):
        self.libraries = [ctypes.CDLL(name) for name in OPENSSL]
        self.pointers = {'DTLS_server_method', 'SSL_CTX_new', 'SSL_new', 'BIO_new', 'BIO_s_mem',
                         'SSL_get1_peer_certificate', 'SSL_get_selected_srtp_profile'}

    def __call__(self, name, *arguments):
        function = next(getattr(library, name) for library in self.libraries if hasattr(library, name))
        function.restype = Pointer if name in self.pointers else ctypes.c_int
        return function(*arguments)


class Certificate:
    """A new key of ECDSA P-256 and its certificate; `fingerprint` as in RFC 8122."""

    def __init__(self, folder, name):
        self.path, self.key = pathlib.Path(folder) / f'{name}.pem', pathlib.Path(folder) / f'{name}.key'
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1',
                        '-nodes', '-days', '2', '-subj', '/CN=WebRTC', '-keyout', self.key, '-out', self.path],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.path.read_text())).digest()


class DtlsServer:
    """One association; `send` takes a datagram. `take` and `part` may be called by different threads."""

    def __init__(self, certificate, send):
        self.call, self.send, self.lock = Library(), send, threading.Lock()
        context = self.call('SSL_CTX_new', self.call('DTLS_server_method'))
        self.call('SSL_CTX_use_certificate_file', context, str(certificate.path).encode(), PEM)
        self.call('SSL_CTX_use_PrivateKey_file', context, str(certificate.key).encode(), PEM)
        self.call('SSL_CTX_set_verify', context, VERIFY, accept_any)
        if self.call('SSL_CTX_set_tlsext_use_srtp', context, SRTP_PROFILES) != 0:
            raise RuntimeError('OpenSSL knows no SRTP')
        self.session = self.call('SSL_new', context)
        self.input, self.output = (self.call('BIO_new', self.call('BIO_s_mem')) for _ in range(2))
        for bio in (self.input, self.output):
            self.call('BIO_ctrl', bio, MEM_EOF_RETURN, ctypes.c_long(-1), None)
        self.call('SSL_set_bio', self.session, self.input, self.output)
        self.call('SSL_set_options', self.session, ctypes.c_uint64(NO_QUERY_MTU))
        self.call('SSL_ctrl', self.session, SET_MTU, ctypes.c_long(1200), None)
        self.call('SSL_set_accept_state', self.session)

    def take(self, datagram):
        with self.lock:
            self.call('BIO_write', self.input, datagram, len(datagram))
            # Also what comes later: alerts, and a last flight that was lost.
            buffer = ctypes.create_string_buffer(2048)
            self.call('SSL_read', self.session, buffer, 2048)
            self.flush()

    def on_time(self):
        """To be called now and then: repeats a flight that got no answer."""
        with self.lock:
            self.call('SSL_ctrl', self.session, HANDLE_TIMEOUT, ctypes.c_long(0), None)
            self.flush()

    def part(self):
        """close_notify, as a listener sends it that declines or hangs up."""
        with self.lock:
            self.call('SSL_shutdown', self.session)
            self.flush()

    def flush(self):
        buffer = ctypes.create_string_buffer(65536)
        size = self.call('BIO_read', self.output, buffer, len(buffer))
        data = buffer.raw[:max(size, 0)]
        while data:  # each record in a datagram of its own
            end = RECORD_HEADER + int.from_bytes(data[11:13], 'big')
            self.send(data[:end])
            data = data[end:]

    def is_connected(self):
        return bool(self.call('SSL_is_init_finished', self.session))

    def has_parted(self):
        """Whether the other side sent close_notify."""
        return bool(self.call('SSL_get_shutdown', self.session) & RECEIVED_SHUTDOWN)

    def caller_fingerprint(self):
        certificate = self.call('SSL_get1_peer_certificate', self.session)
        if not certificate:
            return None
        buffer = ctypes.create_string_buffer(self.call('i2d_X509', certificate, None))
        self.call('i2d_X509', certificate, ctypes.byref(ctypes.cast(buffer, ctypes.c_void_p)))
        return hashlib.sha256(buffer.raw).digest()

    def srtp_profile(self):
        profile = self.call('SSL_get_selected_srtp_profile', self.session)
        return ctypes.cast(profile, ctypes.POINTER(ctypes.c_char_p))[0].decode() if profile else None
