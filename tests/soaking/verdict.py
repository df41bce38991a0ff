"""What a soak test's samples come to: figures per cycle, the verdict, and a picture (SVG) of them.

The call is the same in each cycle, so whole cycles are compared: the first one after ten minutes (or after a
third of a shorter test) and the last one.
"""

import csv
import statistics

# Of memory and the processor: how much more the last cycle may have than the reference. A short test has a noisier
# reference, taken while caches still fill.
LONG, SHORT = {'memory': 1.05, 'cpu': 1.10}, {'memory': 1.12, 'cpu': 1.25}
LONG_TEST = 3600  # s
SKEW = (-45, 100)  # ms, of the median of a cycle: ITU-R BT.1359 has what people notice
SHORT_SKEW = (-90, 200)  # of a cycle of seconds beside other work
SPARE = 2  # threads and descriptors that may be there for a moment: a question to the sound service, a recording


def read(path):
    with open(path, newline='') as file:
        rows = list(csv.DictReader(file))
    number = lambda text: float(text) if text not in ('', None) else None
    return [{key.split(' ')[0]: number(value) for key, value in row.items()} for row in rows]


def median(rows, key):
    values = [row[key] for row in rows if row[key] is not None]
    return statistics.median(values) if values else None


def figures(rows):
    """Of one cycle. Plain: in the call, with camera and without a recording, as each cycle begins."""
    plain = [row for row in rows if row['inCall'] and not row['recording'] and not row['cameraOff']]
    plain = plain[2:] or plain
    return {
        'memory': max(row['memory'] for row in rows),
        'cpu': median([row for row in rows if row['inCall']], 'cpu'),
        'descriptors': median(plain, 'descriptors'),
        'threads': median(plain, 'threads'),
        'most descriptors': max(row['descriptors'] for row in rows),
        'most threads': max(row['threads'] for row in rows),
        'skew': median([row for row in rows if row['inCall'] and not row['cameraOff']], 'skew'),
    }


def cycles(rows):
    by_number = {}
    for row in rows:
        by_number.setdefault(int(row['cycle']), []).append(row)
    return {number: figures(of) | {'from': of[0]['time'], 'to': of[-1]['time']} for number, of in by_number.items()}


def judge(rows, duration):
    """Returns pairs of whether it holds, and what."""
    if not rows:
        return [(False, 'nothing was measured')]
    all_cycles = cycles(rows)
    wanted = min(600, duration / 3)
    reference = next((c for c in all_cycles.values() if c['from'] >= wanted), None)
    last = all_cycles[max(all_cycles)]
    if reference is None or reference is last:
        return [(False, f'there is no cycle after {wanted:.0f} s to compare with')]
    limits = LONG if duration >= LONG_TEST else SHORT
    results = [(rows[-1]['time'] >= 0.9 * duration, f'it ran {rows[-1]["time"]:.0f} of {duration:.0f} s')]
    for key, unit in (('memory', 'MB'), ('cpu', '% of a core')):
        before, after = reference[key], last[key]
        known = before is not None and after is not None
        holds = known and after <= limits[key] * before
        text = f'{before:.1f} {unit}, at the end {after:.1f}' if known else 'not measured'
        results.append((holds, f'{key}: {text} (limit {limits[key]:.2f} times)'))
    for key in ('descriptors', 'threads'):
        before, after, most, most_before = reference[key], last[key], last['most ' + key], reference['most ' + key]
        holds = before is not None and before == after and most <= most_before + SPARE
        results.append((holds, f'{key}: {before}, at the end {after}; at most {most_before:.0f} and {most:.0f}'))
    skews = [c['skew'] for c in all_cycles.values()]
    known = [skew for skew in skews if skew is not None]
    lowest, highest = SKEW if duration >= LONG_TEST else SHORT_SKEW
    holds = len(known) == len(skews) and all(lowest <= skew <= highest for skew in known)
    shown = f'{min(known):.0f} to {max(known):.0f} ms' if known else 'not measured'
    results.append((holds, f'sound later than the picture, median of each cycle: {shown} '
                           f'({len(known)} of {len(skews)} cycles)'))
    return results


def polyline(points, left, top, width, height, x_range, y_range):
    def place(x, y):
        px = left + width * (x - x_range[0]) / ((x_range[1] - x_range[0]) or 1)
        py = top + height - height * (y - y_range[0]) / ((y_range[1] - y_range[0]) or 1)
        return f'{px:.1f},{py:.1f}'
    return ' '.join(place(x, y) for x, y in points)


def picture(rows, title):
    """SVG without anything that would have to be installed."""
    panels = (('memory', 'Memory, MB'), ('cpu', 'CPU, % of a core'), ('descriptors', 'Open files'),
              ('threads', 'Threads'), ('skew', 'Sound later than picture, ms'))
    width, panel, left, right = 1000, 130, 70, 15
    end = rows[-1]['time'] if rows else 1
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{60 + len(panels) * (panel + 35)}" '
             'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{left}" y="22" font-size="15">{title}</text>']
    for index, (key, name) in enumerate(panels):
        top = 50 + index * (panel + 35)
        points = [(row['time'], row[key]) for row in rows if row[key] is not None]
        values = [value for _, value in points] or [0]
        low, high = min(0, min(values)), max(values) * 1.05 or 1
        inner = width - left - right
        parts.append(f'<text x="{left}" y="{top - 5}">{name}</text>')
        parts.append(f'<rect x="{left}" y="{top}" width="{inner}" height="{panel}" fill="none" stroke="#bbb"/>')
        for share in (0, 0.5, 1):
            y = top + panel * (1 - share)
            parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{low + share * (high - low):.4g}</text>')
        line = polyline(points, left, top, inner, panel, (0, end), (low, high))
        parts.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="1"/>')
    bottom = 50 + len(panels) * (panel + 35) - 18
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = left + share * (width - left - right)
        parts.append(f'<text x="{x:.0f}" y="{bottom}" text-anchor="middle">{share * end / 60:.0f} min</text>')
    return '\n'.join(parts + ['</svg>', ''])
