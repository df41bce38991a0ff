#include "app/lab/scenarios/tfrc/list.h"

#include <string_view>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/findings.h"

namespace evenkeel::lab {
namespace {

constexpr std::string_view ahead =
    "ns-3's TCP sends more than eq. 1 says where timeouts rule: alone on a link with random loss (A-Fig7d) 0.90, 0.98 "
    "and 1.40 times as much at 1, 3 and 10 %. So the same number of flows makes the link lose twice what the paper's "
    "did: at 35 flows TFRC's loss event rate is 0.084 and not 0.038, at the same 165 kbit/s of TCP";
constexpr std::string_view less_ahead =
    "with the queue the round trip is 19 ms, not 10, and TFRC sees more loss events than TCP, not fewer (Fig. 15): eq. "
    "1 "
    "with these makes TFRC 3 to 4 times as fast as TCP; 16.8 times more (T-Fig13) is for 10 ms and equal loss. "
    "Measured "
    "is 2.0 to 2.7 times as fast";

constexpr KnownClaim all_known[] = {
    {"Fig. 1", "TCP: packet losses",
     "at the least load alone, where windows are large and leave in bursts, which smooth flows do not: 3.6 against 2.7 "
     "%; 18, 19, 9 and 4 % at the other loads"},
    {"Fig. 2", "CBR of 16-30 kbit/s over",
     "1.00 and 1.01 on two draws: the slow flows' few hundred packets say no more than that", Known::to_vary},
    {"Fig. 2", "CBR of 500 kbit/s is below TCP",
     "at the least load TCP sends 643 kbit/s, more than this flow, and by the paper's own theorem should see less; it "
     "holds at the other loads"},
    {"Fig. 2", "CBR of 195 kbit/s over TCP's, the greatest",
     "at the least load, where TCP sends 643 kbit/s; at 35 flows, where TCP sends 184, the ratio is 1.24"},
    {"Fig. 3", "TCP's rate at the greatest load", ahead},
    {"Fig. 3", "TCP's rate with 35 flows in the background, where it meets CBR",
     "184 and 207 kbit/s on two draws of the background's traffic, which is of another model and amount",
     Known::to_vary},
    {"Fig. 4, top", "CBR as fast as TFRC sees more",
     "by 8 and 5 % at the two greatest loads: CBR is interpolated between two flows of other rates, and each has a few "
     "hundred loss events"},
    {"Fig. 4, bottom", "TFRC's rate is two to four times below TCP's: the least factor",
     "at the least load; from 15 flows on 1.9 to 3.2"},
    {"Fig. 4", "p_tfrc with 35 flows", ahead},
    {"Fig. 6", "high loss: f(E[1/theta^]) is an upper bound",
     "the line comes from below and would cross at a loss event rate above the 0.2 of these runs; with L = 16 it does "
     "(Fig. 7)"},
    {"Fig. 9", "the equation overestimates TCP at high loss", ahead},
    {"Fig. 9", "the more, the more loss", ahead},
    {"Fig. 9", "TCP's loss event rate does not go beyond", ahead},
    {"Fig. 14", "10 ms: TFRC sends more than 20 times", less_ahead},
    {"Fig. 14", "500 ms: TFRC sends down to ten times less",
     "1.95, of which eq. 1 explains 0.5 (T-Fig13); the paper's extreme is of loads up to 400 flows and 1000 s, and its "
     "TCP's timeouts are not stated"},
    {"Fig. 14", "10 ms: the ratio falls",
     "slopes of 3.7 and -1.1 on two draws: 2.0 to 2.7 times as fast at all loads, without an order", Known::to_vary},
    {"Fig. 14", "50 ms: the ratio falls",
     "slopes of -0.86 and 0.46 on two draws: at this delay both timeouts are alike", Known::to_vary},
    {"Fig. 15", "10 ms: TFRC sees fewer loss events",
     "TFRC would see fewer at 20 times TCP's rate; at 2 to 3 times it sees more, as in Fig. 2"},
};

}  // namespace

Findings judged_tfrc(const RunRecords& records, Findings findings) {
  mark_known(findings.claims, all_known);
  return judged_on("tfrc", records, std::move(findings));
}

}  // namespace evenkeel::lab
