/** Long, common or frequent searches and narrows. */
import type { Attack } from "../enemy.ts";

const words = (count: number, word: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => word(number)).join(" ");

const distinctWords = (count: number): string => words(count, (number) => `w${number.toString(36)}`);
const commonWords = (count: number): string =>
  words(count, (number) => ["the", "we", "can", "ship"][number % 4] as string);

const narrowOf = (operand: string): string => JSON.stringify([{ operator: "search", operand }]);

/** A long search does not fit into a URL, so a form names the intended method. */
const searching = (name: string, text: () => string, page = "100"): Attack => ({
  name,
  run(enemy) {
    const form = { anchor: "newest", num_before: page, num_after: "0", narrow: narrowOf(text()) };
    return enemy.storm(() => enemy.post("/messages", { method: "GET", ...form }));
  },
});

/** A narrow with this many terms, all of which match. */
const terms = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, number) => ({ operator: "sender", operand: 100_000 + number, negated: true })),
  );

/** A narrow in the format of event queues: pairs, for irrelevant topics. */
const pairs = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, number) => ["topic", `topic ${number}`]));

export const searchAttacks: readonly Attack[] = [
  searching("search-20000-words", () => distinctWords(20_000)),
  searching("search-50000-words", () => distinctWords(50_000)),
  searching("search-1000-words", () => distinctWords(1000)),
  searching("search-100-common-words", () => commonWords(100)),
  searching("search-common-words", () => "the we", "5000"),
  searching("search-one-letter", () => "t", "1000"),
  searching("search-stop-words", () => "the and on", "1000"),
  searching("search-cjk", () => "发布版本测试".repeat(20)),
  searching("search-phrases", () => words(200, () => '"the we can"')),
  searching("search-quotes", () => '"'.repeat(1000)),
  searching("search-nothing", () => `the ${distinctWords(10)}`),
  searching("search-long-word", () => "a".repeat(100_000)),
  {
    name: "search-flags-narrow",
    run: (enemy) =>
      enemy.storm(() =>
        enemy.post("/messages/flags/narrow", {
          anchor: "newest",
          num_before: "1000",
          num_after: "0",
          op: "add",
          flag: "read",
          narrow: narrowOf(distinctWords(20_000)),
        }),
      ),
  },
  {
    name: "search-register-narrow",
    run: (enemy) =>
      enemy.storm(() =>
        enemy.post("/register", {
          event_types: '["message"]',
          narrow: JSON.stringify([["search", distinctWords(20_000)]]),
        }),
      ),
  },
  {
    name: "search-matches-narrow",
    run: (enemy) =>
      enemy.storm(() =>
        enemy.post("/messages/matches_narrow", {
          method: "GET",
          msg_ids: JSON.stringify(Array.from({ length: 5000 }, (_, number) => number + 1)),
          narrow: narrowOf(commonWords(20)),
        }),
      ),
  },
  {
    name: "search-saved",
    run: (enemy) =>
      enemy.storm((count) =>
        enemy.post("/navigation_views", {
          fragment: `narrow/search/${count}/${distinctWords(5000).replaceAll(" ", "+")}`,
          is_pinned: "true",
          name: `s${count}`,
        }),
      ),
  },
  {
    name: "narrow-100000-terms",
    run(enemy) {
      const form = { method: "GET", anchor: "newest", num_before: "100", num_after: "0", narrow: terms(100_000) };
      return enemy.storm(() => enemy.post("/messages", form), 4);
    },
  },
  {
    name: "narrow-terms-of-queues",
    seconds: 4,
    async run(enemy) {
      for (const count of [100_000, 1000, 100, 20]) {
        const form = { event_types: '["message"]', fetch_event_types: "[]", narrow: pairs(count) };
        await enemy.storm(() => enemy.post("/register", form), 4);
        if ((enemy.answers[200] ?? 0) > 0) break;
      }
    },
  },
  {
    name: "narrow-negated-channels",
    run: (enemy) =>
      enemy.storm(() =>
        enemy.get("/messages", {
          anchor: "newest",
          num_before: "1000",
          num_after: "0",
          narrow: JSON.stringify(
            enemy.around.channels.map(({ id }) => ({ operator: "channel", operand: id, negated: true })),
          ),
        }),
      ),
  },
  {
    name: "narrow-of-many-ids",
    run: (enemy) =>
      enemy.storm(() =>
        enemy.post("/messages", {
          method: "GET",
          message_ids: JSON.stringify(Array.from({ length: 30_000 }, (_, number) => number + 1)),
        }),
      ),
  },
  {
    name: "search-highlights",
    async run(enemy) {
      await Promise.all(Array.from({ length: 40 }, () => enemy.note("we can ".repeat(1400))));
      await enemy.storm(() =>
        enemy.get("/messages", { anchor: "newest", num_before: "1000", num_after: "0", narrow: narrowOf("we can") }),
      );
    },
  },
];
