/** The house words of docs/glossary.md: finds words, phrases and names that we have stopped using. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = `${import.meta.dirname}/../..`;
const CODE = ["{server,client,web,bench,e2e}/**/*.{ts,tsx}"];
const PROSE = ["*.md", "client/README.md", "docs/*.md"];
const ELSEWHERE = ["**/node_modules/**", "**/dist/**"];

/** Files that may use the words: released migrations never change, and people in the demo talk as they like. */
const FREE =
  /^server\/src\/kernel\/db\/migrations\/|^server\/src\/cli\/demo\/conversations\/|^server\/test\/words\.test\.ts$|^docs\/glossary\.md$/;

interface BannedWord {
  readonly found: RegExp;
  readonly instead: string;
  /** Uses that stay, with the reason in a comment. */
  readonly except?: RegExp;
}

/** In strings, comments and names alike. */
const WORDS: readonly BannedWord[] = [
  // The column in released databases.
  {
    found: /\b\w*wish(?:es|ed|ing)?(?![a-z])\w*/gi,
    instead: "setting, preference, policy",
    except: /^(?:wishes_version|swish)$/,
  },
  // The field of released export and backup files.
  { found: /\bportions?\b/gi, instead: "batch, chunk", except: /^portion$/ },
  { found: /\bveil(?:s|ed)?\b/gi, instead: "hide" },
  { found: /\bmail pieces?\b/gi, instead: "email" },
  { found: /look into your mailbox/gi, instead: "check your email" },
  { found: /\bspeaks (?:WebSocket|HTTP|SMTP)\b/g, instead: "accepts … connections, uses …" },
  { found: /\bBe told of\b/g, instead: "notify, notification" },
  { found: /\bcounts as lately\b/gi, instead: "recently active" },
  { found: /\bnobody asks any more\b/gi, instead: "never queried again" },
  { found: /\bTheme of the system\b/g, instead: "Match system" },
  { found: /\bLike its channel\b/g, instead: "Use channel setting" },
  { found: /\bThey (?:start in|join as)\b/g, instead: "Channels to join, Role" },
];

/** Names of files, types, functions and variables: ordinary words for ordinary ideas. */
const NAMES: readonly BannedWord[] = [
  { found: /^(?:stir|seat|office)$/i, instead: "update, screen, workspace" },
  {
    found: /^(?!isLetter$|plainLetters$)\w*[a-z](?:Letters?|Wish(?:es)?|Seat|Office|Portions?)$/,
    instead: "…Email, …Preferences, …Screen",
  },
  { found: /^(?:Letters?|Wish(?:es)?|Office|Veil)/, instead: "Email, Preferences, Workspace" },
];
const DECLARED = /\b(?:const|let|function|class|interface|type) (\w+)/g;

const files = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: ELSEWHERE }).filter((file) => !FREE.test(file));

function usesIn(file: string, text: string, banned: readonly BannedWord[]): string[] {
  return banned.flatMap(({ found, instead, except }) =>
    [...text.matchAll(new RegExp(found, found.flags.includes("g") ? found.flags : `${found.flags}g`))]
      .filter(([word]) => !except?.test(word))
      .map(([word]) => `${file}: "${word}" (instead: ${instead})`),
  );
}

test("words that we have stopped using are gone from code and documents", () => {
  const uses = files([...CODE, ...PROSE]).flatMap((file) =>
    usesIn(file, readFileSync(`${ROOT}/${file}`, "utf8"), WORDS),
  );
  assert.deepEqual(uses, []);
});

test("names use ordinary words for ordinary ideas", () => {
  const uses = files(CODE).flatMap((file) => {
    const declared = [...readFileSync(`${ROOT}/${file}`, "utf8").matchAll(DECLARED)].map(([, name = ""]) => name);
    const own = file.replace(/^.*\/|\.\w+$/g, "");
    return [...declared, own].flatMap((name) => usesIn(file, name, NAMES));
  });
  assert.deepEqual(uses, []);
});

test('a comment says what it means, and not "The same" as another one', () => {
  const uses = files(CODE).filter((file) =>
    /(?:\/\*\*|\/\/|^\s*\*) The same\b/m.test(readFileSync(`${ROOT}/${file}`, "utf8")),
  );
  assert.deepEqual(uses, []);
});
