/** Texts of 10,000 characters that are expensive to render. */
import languages from "@parley/server/text/markdown/code/languages.json" with { type: "json" };
import type { Attack, Enemy } from "../enemy.ts";

const MOST = 10_000;

/** Repeats a piece as often as it fits into a message between a prefix and a suffix. */
export const filled = (piece: string, before = "", after = ""): string =>
  before + piece.repeat(Math.floor((MOST - before.length - after.length) / piece.length)) + after;

const math = (source: string): string => `$$${source}$$`;

/** Each macro expands to two of the previous one. */
function doubling(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const define = (letter: string, index: number) =>
    `\\def\\m${letter}{${index === 0 ? "x" : `\\m${letters[index - 1]}\\m${letters[index - 1]}`}}`;
  return math(`${[...letters].map(define).join("")}\\mz`);
}

const tableOf = (columns: number, row: string): string =>
  filled(`${row}\n`, `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`);

function nestedList(): string {
  let text = "";
  for (let depth = 0; text.length + depth + 5 < MOST; depth++) text += `${" ".repeat(depth * 2)}- a\n`;
  return text;
}

function backticks(): string {
  let text = "";
  for (let length = 1; text.length + length + 2 < MOST; length++) text += `${"`".repeat(length)} `;
  return text;
}

const distinct = (make: (number: number) => string): string => {
  let text = "";
  for (let number = 1; text.length + make(number).length < MOST; number++) text += make(number);
  return text;
};

const TEXTS: Readonly<Record<string, string>> = {
  "katex-macro-of-fractions": math(`\\def\\a{${"\\frac12 ".repeat(1150)}}${"\\a".repeat(100)}`),
  "katex-macro-of-letters": math(`\\def\\a{${"x".repeat(9000)}}${"\\a".repeat(450)}`),
  "katex-macros-doubling": doubling(),
  "katex-matrix": filled("&", "$$\\begin{matrix}", "\\end{matrix}$$"),
  "katex-rows": filled("\\\\", "$$\\begin{matrix}", "\\end{matrix}$$"),
  "katex-boxes": math("\\boxed{".repeat(1200) + "}".repeat(1200)),
  "katex-roots": math("\\sqrt{".repeat(1400)),
  "katex-braces": math(`${"\\overbrace{".repeat(800)}x${"}".repeat(800)}`),
  "katex-powers": math(`${"x^{".repeat(2400)}x${"}".repeat(2400)}`),
  "katex-fences": math(`${"\\left(".repeat(700)}x${"\\right)".repeat(700)}`),
  "katex-many": filled("$$x$$ "),
  "katex-many-fractions": filled("$$\\frac{1}{2}$$ "),
  "table-wide": `${"|".repeat(4900)}\n${"|-".repeat(2450)}|`,
  "table-tall": tableOf(2, "|"),
  "table-square": tableOf(65, "|".repeat(66)),
  "table-of-math": tableOf(2, "|$$x$$|$$x$$|"),
  links: filled("[a](b) "),
  addresses: distinct((number) => `https://example.com/${number} `),
  "addresses-of-pictures": distinct((number) => `http://127.0.0.1/${number}.png `),
  "addresses-bare": filled("a.bc "),
  emails: filled("a@b.cd "),
  emoji: filled(":tada: "),
  "emoji-unknown": distinct((number) => `:${number}x: `),
  emoticons: filled(":) "),
  mentions: distinct((number) => `@**Person ${number}** `),
  "mentions-silent": filled("@_**Person 7** "),
  "mentions-of-groups": filled("@*role:members* "),
  "mentions-unknown": distinct((number) => `@**x${number}** `),
  "channel-links": distinct((number) => `#**channel ${1 + (number % 99)}>topic ${number % 10}** `),
  "message-links": distinct((number) => `#**channel 1>topic 1@${number}** `),
  times: filled("<time:2026-11-16T09:00:00Z> "),
  spoilers: filled("```spoiler a\n"),
  quotes: filled(">"),
  "quotes-of-lines": filled("> > > > > > a\n"),
  "lists-nested": nestedList(),
  "lists-long": filled("- a\n"),
  "lists-loose": filled("1. a\n\n"),
  "emphasis-open": filled("**a *b "),
  "emphasis-marks": filled("*"),
  underscores: filled("_a"),
  strikes: filled("~~a "),
  brackets: filled("["),
  "brackets-of-pictures": filled("![a]("),
  angles: filled("<a "),
  "backticks-of-all-lengths": backticks(),
  backslashes: filled("\\"),
  entities: filled("&amp;"),
  "lines-empty": filled("\n", "a", "a"),
  spaces: filled(" ", "a", "a"),
  tabs: filled("\t\n", "a", "a"),
  headings: filled("# a\n"),
  rules: filled("---\n\n"),
  "marks-combining": filled("\u0301", "a"),
  "letters-right-to-left": filled("\u202eא "),
  "emoji-joined": filled("👩‍👩‍👧‍👦"),
  "poll-of-options": filled("a\n", "/poll question\n"),
  "code-fences": filled("```\n"),
};

/** Sends it as a message and as a preview: both are rendered, and both can be repeated. */
async function write(enemy: Enemy, content: string, count: number): Promise<void> {
  if (count % 2 === 0) await enemy.note(content);
  else await enemy.post("/messages/render", { content });
}

const written: Attack[] = Object.entries(TEXTS).map(([name, content]) => ({
  name: `render-${name}`,
  run: (enemy) => enemy.storm((count) => write(enemy, content, count)),
}));

const LINES: readonly string[] = [
  '"',
  "'",
  "(",
  "{",
  "<",
  "/*",
  "\\",
  "a",
  " ",
  "0",
  "#",
  "@",
  "$(",
  "`",
  "- ",
  "a.",
  "=>",
];

/** As many lines, and as long, as are highlighted. */
const lines = (piece: string) => `${piece.repeat(Math.floor(390 / piece.length))}\n`.repeat(24);

const highlighting: Attack = {
  name: "render-code-of-every-language",
  seconds: 6,
  run(enemy) {
    const words = Object.values(languages).flatMap(([, aliases = ""]) => aliases.split(" "));
    return enemy.storm((count) => {
      const word = words[count % words.length] as string;
      const piece = LINES[(count * 7) % LINES.length] as string;
      return enemy.post("/messages/render", { content: `\`\`\`${word}\n${lines(piece)}\`\`\`` });
    });
  },
};

/** Patterns with expensive matching, in an organization attacked by its own owner. */
const linkifiers: Attack = {
  name: "render-linkifiers",
  as: "owner",
  async run(enemy) {
    for (const pattern of ["(?P<id>(a+)+b)", "(?P<id>[a-z]+[0-9]*x)", "(?P<id>(a|aa)+c)", "(?P<id>.*.*.*=)"])
      await enemy.post("/realm/filters", { pattern, url_template: "https://example.com/{id}" });
    const texts = [filled("a"), filled("a "), filled("aab "), filled("x= ")];
    await enemy.storm((count) => enemy.post("/messages/render", { content: texts[count % texts.length] as string }));
  },
};

/** Growing data: reads and events include the texts of earlier edits. */
const edits: Attack = {
  name: "edits-60-of-50-messages",
  seconds: 12,
  async run(enemy) {
    const ids = await Promise.all(Array.from({ length: 50 }, (_, index) => enemy.note(filled(`${index} `))));
    let edited = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (edited < 3000 && enemy.remainingMs > 4000) {
          const number = edited++;
          await enemy.ask("PATCH", `/messages/${ids[number % 50]}`, { content: filled(`${number} e `) });
        }
      }),
    );
    await enemy.storm((count) =>
      count % 2 === 0
        ? enemy.get("/messages", { anchor: "newest", num_before: "50", num_after: "0", narrow: '[["is","dm"]]' })
        : enemy.get(`/messages/${ids[count % 50]}/history`),
    );
  },
};

export const renderingAttacks: readonly Attack[] = [...written, highlighting, linkifiers, edits];
