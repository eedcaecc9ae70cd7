import { dmitri, elena, hannah, jonas, kofi, luca, marco, mei, ravi, tomas } from "../people.ts";
import { inChannel } from "../script.ts";

const engineering = inChannel("engineering");
const infrastructure = inChannel("infrastructure");

export const engineeringTalk = [
  engineering("vector tiles v3", 29, "09:10", [
    jonas(
      [
        "I'd like to settle the tile format this week. Proposal:",
        "",
        "1. Zoom 0–6 come as one bundle with the app",
        "2. Zoom 7–14 are fetched per region and kept",
        "3. Contours move into a layer of their own, so that they can be left out",
        "",
        "That takes the Alps from **412 MB to 268 MB** in my measurements.",
      ],
      { reactions: ["chart_with_downwards_trend", "+1"] },
    ),
    kofi("Number 3 is the big one. Contours are 31% of the bytes and half of our users never turn them on."),
    mei(
      "What happens to people who have v2 regions downloaded? Nobody should be asked to fetch 400 MB again on hotel wifi.",
    ),
    jonas("They keep v2 until the region changes, then get v3 as a delta. The renderer reads both."),
    mei("For how long?"),
    jonas("Two releases. After that v2 is refused and fetched again.", {
      edited: "Three releases. After that v2 is refused and fetched again.",
    }),
    tomas(
      "Good plan. Please write it down in the repository where people will look for it, not only here :slight_smile:",
    ),
    jonas("Done: https://git.kestrelmaps.example/tiles/docs/format-v3.md", { after: 95, reactions: ["heart"] }),
  ]),
  engineering("vector tiles v3", 24, "14:02", [
    hannah(
      [
        "Ran v3 over all of Norway last night:",
        "",
        "| region | v2 | v3 | saved |",
        "|---|---:|---:|---:|",
        "| Lofoten | 88 MB | 51 MB | 42% |",
        "| Jotunheimen | 143 MB | 90 MB | 37% |",
        "| Oslomarka | 61 MB | 44 MB | 28% |",
      ],
      { reactions: ["tada", "flag_norway"] },
    ),
    kofi("Oslomarka is the interesting one. All those ski tracks?"),
    hannah("Exactly. 9,000 ways with the same two tags. A dictionary per tile would help."),
    jonas("Added to the list. Not for v3.0."),
  ]),
  engineering("sync conflicts in shared tracks", 26, "10:20", [
    kofi([
      "Reproduced the lost-waypoint bug. Two phones, one track, both offline:",
      "",
      "```",
      "A: insert waypoint 7 after 6",
      "B: delete waypoint 6",
      "A syncs, B syncs",
      "→ waypoint 7 is gone, because its anchor is",
      "```",
    ]),
    tomas("So positions by anchor are the problem. Did we ever consider fractional indexes?"),
    kofi(
      [
        "That's where I'm heading:",
        "",
        "```ts",
        "/** A key between two others; order survives any deletion. */",
        "export function between(a: string | null, b: string | null): string {",
        "  // …",
        "}",
        "```",
        "",
        "Deleting 6 then touches nobody else.",
      ],
      { reactions: ["bulb"] },
    ),
    jonas("Keys grow if someone keeps inserting at the same place. Worth a property test with 10,000 inserts."),
    kofi("Already failing, which is how I know it works :smile:"),
    elena("Ping me when there is a build, I have the two-phones-in-a-bag setup ready."),
  ]),
  engineering("sync conflicts in shared tracks", 21, "11:45", [
    kofi("Fix is in review. The property test found a second bug: clocks. We ordered edits by the *phone's* time."),
    ravi("Phone clocks are user input. Treat them so."),
    kofi("> Phone clocks are user input.\n\nThis goes on a sticker.", { reactions: ["100", "joy"] }),
    elena("Tested with one phone set to 2019. Nothing lost. Approved from my side.", {
      reactions: ["white_check_mark"],
    }),
    tomas("Merged. Thank you both, this one had been open for eleven months."),
  ]),
  engineering("code review norms", 18, "09:30", [
    marco("Newcomer question: my first pull request has been open for a day. Is it rude to ask for a review?"),
    tomas(
      "Not at all. The rule is: a first look within four working hours. If it takes longer, ask *in the topic of the change*, not in private.",
    ),
    mei("And if you review: say which comments must be fixed and which are taste. I prefix the latter with `nit:`"),
    jonas("I try to say one good thing too. It is surprisingly easy to forget."),
    marco("Thanks! Here it is: https://git.kestrelmaps.example/app/pulls/1841"),
    mei("On it.", { reactions: ["heart"] }),
  ]),
  engineering("search ranking", 15, "13:15", [
    hannah(
      "Searching for *Ben Nevis* from Glasgow gives a pub in Fort William first. The pub has more reviews than the mountain.",
    ),
    tomas("To be fair, it is a good pub."),
    hannah([
      "What I propose for ranking:",
      "",
      "- kind of place (peak > hut > settlement > business) on trail maps",
      "- distance, but on a logarithm",
      "- popularity last, and capped",
    ]),
    kofi("Do we have a set of judged queries?"),
    hannah("140 of them, from support tickets. Current score 0.61, with the change 0.83.", {
      reactions: ["chart_with_upwards_trend"],
    }),
    tomas("Then there is nothing to discuss. Ship it."),
    luca("Can the judged set run in CI? I'd hate for that number to sink quietly."),
    hannah("It can: 4 seconds. Added.", { after: 50, reactions: ["rocket"] }),
  ]),
  engineering("GPS drift under trees", 9, "10:05", [
    luca([
      "Recorded the same loop five times in the beech wood. The naive track is 12% too long.",
      "",
      "A Kalman filter with a walking model brings it to 2%. Barometer helps more than I thought.",
    ]),
    jonas("What does it cost in battery?"),
    luca("Nothing I can measure over six hours. The GPS chip dwarfs everything."),
    elena("Please also test standing still. The old filter made people wander around their lunch."),
    luca("Ha. True: 340 metres over a sandwich. With the new one: 6 metres.", { reactions: ["sandwich", "joy"] }),
    mei('Can we show that as a release note? "Your lunch break is no longer exercise."'),
  ]),
  engineering("flaky test: region download resumes", 4, "15:20", [
    elena("`download/resume.test.ts` fails about once in forty runs, always on the slow runner."),
    marco("Can I take this one? I'd like to learn that code."),
    elena("All yours. Hint: it waits for 200 ms somewhere."),
    marco(
      [
        "Found it:",
        "",
        "```diff",
        "- await sleep(200);",
        "- assert.equal(bytes(file), 1024);",
        "+ await download.paused;",
        "+ assert.equal(bytes(file), 1024);",
        "```",
        "",
        "1,000 runs, no failure.",
      ],
      { after: 130, reactions: ["clap", "tada"] },
    ),
    elena("That is exactly the right fix. Nobody should ever wait for time to pass."),
    tomas("Nice work @**Marco Díaz**!"),
  ]),
  engineering("vector tiles v3", 1, "11:00", [
    jonas("v3 is on for 25% of devices since this morning. Errors: flat. Median region download: 38 s → 24 s."),
    dmitri("CDN traffic is down 21% on the hour. My favourite kind of graph."),
    tomas("Let's keep it at 25% over the weekend and go to 100% on Monday."),
  ]),
  infrastructure("disk space on tile-3", 27, "08:15", [
    dmitri("tile-3 is at 91%. Old regions are not being collected, looking."),
    dmitri(
      [
        "The cleanup job has been failing since Tuesday:",
        "",
        "```",
        "cleanup: EACCES: permission denied, unlink '/srv/tiles/no/7/66/36.pbf'",
        "```",
        "",
        "Files written by the one-off import belong to root. My fault, I ran it by hand.",
      ],
      { after: 12 },
    ),
    ravi("Do we alert on failed jobs?"),
    dmitri("We do now.", { reactions: ["sweat_smile"] }),
    dmitri("64%. Import runs as the right user from now on, and the runbook says so.", { after: 40 }),
  ]),
  infrastructure("moving to the new region", 20, "09:00", [
    dmitri(
      [
        "Plan for Thursday, 06:00 UTC:",
        "",
        "- ✅ replica in the new region, caught up",
        "- ✅ DNS TTL lowered to 60 s",
        "- ⬜ stop writes (2 minutes)",
        "- ⬜ promote, switch, verify",
        "- ⬜ raise TTL again",
        "",
        "Rollback is the same list backwards.",
      ],
      { reactions: ["+1", "eyes"] },
    ),
    tomas("Who is on call with you?"),
    kofi("Me. Coffee is set for 05:30."),
    ravi("Firewall rules for the new region are reviewed. One was wider than it had to be; fixed."),
  ]),
  infrastructure("moving to the new region", 18, "06:02", [
    dmitri("Writes stopped.", { after: 1 }),
    dmitri("Promoted. Switching DNS.", { after: 1 }),
    kofi("Seeing requests in the new region. Sync works on my phone.", { after: 2 }),
    dmitri("Writes on. Total: 1 minute 48 seconds.", { after: 1, reactions: ["tada", "rocket", "coffee"] }),
    tomas("I slept through it, which is the best review I can give."),
  ]),
  infrastructure("incident: slow tiles in Japan", 7, "02:40", [
    dmitri("Woken by the pager. p95 for Japan is 4.1 s, everyone else is fine.", { after: 3 }),
    dmitri("Our CDN sends Tokyo to Los Angeles. Opened a ticket, priority 1.", { after: 9 }),
    kofi("I can point the Japanese hostnames to Singapore meanwhile. 90 ms instead of 20, but better than 4 s."),
    dmitri("Do it."),
    kofi("Done. p95 is 310 ms.", { after: 6, reactions: ["pray"] }),
    dmitri("CDN confirmed a broken route announcement, fixed 03:55. Back to normal routing.", { after: 48 }),
    dmitri(
      [
        "Write-up: https://wiki.kestrelmaps.example/incidents/2041",
        "",
        "**What went well:** found in 9 minutes, users helped in 18.",
        "**What did not:** we found the detour by luck. I'll add a probe per region.",
      ],
      { after: 400, reactions: ["heart", "100"] },
    ),
  ]),
];
