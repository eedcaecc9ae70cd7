/** The bots' daily reports, generated from the seed. */
import type { Random } from "./random.ts";
import { type DemoConversation, inChannel, voice } from "./script.ts";

const builds = voice("builds");
const tiles = voice("tiles");
const desk = voice("desk");

const BRANCHES = ["main", "main", "main", "tiles-v3", "night-mode", "shared-tracks", "search-ranking"];
const SUITES = ["download/resume", "sync/two-phones", "search/judged", "widget/sunset"];
const REGIONS = ["eu-north", "eu-west", "us-west", "ap-northeast"];
const SUBJECTS = [
  "Cannot download Corsica",
  "Love the new search",
  "Invoice for our club",
  "Widget shows wrong time",
  "Where are the huts?",
  "Track is longer than my legs felt",
  "Please add Patagonia",
  "Subscription renewed twice",
  "Compass points to the fridge",
  "Thank you from the Dolomites",
];

/** The reports of one day; 1 is yesterday. */
export function botReports(daysAgo: number, chance: Random): DemoConversation[] {
  const reports = [buildReport(daysAgo, chance), ticketReport(daysAgo, chance)];
  return chance.next() < 0.4 ? [...reports, alarm(daysAgo, chance)] : reports;
}

const clockTime = (chance: Random, from: number, to: number) =>
  `${String(chance.between(from, to)).padStart(2, "0")}:${String(chance.between(0, 59)).padStart(2, "0")}`;

function buildReport(daysAgo: number, chance: Random): DemoConversation {
  const number = 4200 - daysAgo * 7 + chance.between(0, 5);
  const branch = chance.pick(BRANCHES);
  const link = `[#${number}](https://builds.kestrelmaps.example/${number})`;
  const minutes = `${chance.between(5, 8)} min ${chance.between(0, 59)} s`;
  const passed = builds(`:check: Build ${link} of \`${branch}\` passed in ${minutes}.`);
  const failed = builds([
    `:cross_mark: Build ${link} of \`${branch}\` failed: \`${chance.pick(SUITES)}\``,
    "```",
    `${chance.between(1480, 1620)} passed, 1 failed`,
    "```",
  ]);
  const again = builds(`:check: Build ${link} of \`${branch}\` passed at the second attempt.`, { after: 25 });
  const lines = chance.next() < 0.25 ? [failed, again] : [passed];
  return inChannel("releases")("builds", daysAgo, clockTime(chance, 8, 16), lines);
}

function ticketReport(daysAgo: number, chance: Random): DemoConversation {
  const subjects = [...new Set([chance.pick(SUBJECTS), chance.pick(SUBJECTS), chance.pick(SUBJECTS)])];
  const first = 48_900 - daysAgo * 17;
  const list = subjects.map(
    (subject, index) => `* [${first + index}](https://desk.kestrelmaps.example/${first + index}) ${subject}`,
  );
  const line = desk([`**${chance.between(9, 24)}** new tickets since yesterday, among them:`, "", ...list]);
  return inChannel("support")("new tickets", daysAgo, "07:00", [line]);
}

function alarm(daysAgo: number, chance: Random): DemoConversation {
  const region = chance.pick(REGIONS);
  const value = `${(chance.between(12, 29) / 10).toFixed(1)} s`;
  return inChannel("infrastructure")(`alerts: ${region}`, daysAgo, clockTime(chance, 0, 15), [
    tiles(`:warning: **${region}**: p95 of tile requests is **${value}** (limit: 1 s).`),
    tiles(`:check: **${region}** is back to normal.`, { after: chance.between(3, 40) }),
  ]);
}
