/** What is read and rendered ahead, in a thread, is the same as what is read where it is stored. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { type Organization, org, test } from "../../../test/index.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { renderFor } from "../../messages/content.ts";
import { traitsOf } from "../../messages/traits.ts";
import { CustomEmojiSet } from "../../text/emoji/custom.ts";
import type { Rendered } from "../../text/markdown/render.ts";
import { CONSTRUCTS } from "../../text/markdown/test-constructs.ts";
import { TEST_NAMES } from "../../text/markdown/test-names.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { ImportedPeople } from "../people.ts";
import { fingerprintOf } from "../recognise.ts";
import type { ImportSource } from "../records.ts";
import { aheadFacts, renderedAhead } from "../rendered-ahead.ts";
import { BEGIN, slackChannel, slackDays, slackMessage, slackTime, slackUser } from "../slack/testing.ts";
import { archiveFile, zipOf } from "../testing.ts";
import { rowsOf } from "../testing-rows.ts";
import { AheadRenderer } from "./ahead-renderer.ts";
import { ArchiveThread } from "./archive-thread.ts";

const TEXTS = CONSTRUCTS.flatMap(({ rows }) => rows.map(([source]) => source));

/** Which need something that only the server has. */
const FOR_THE_SERVER = [
  "@**Olivia**",
  "@**|1**",
  "@*role:members*",
  "#**hidden**",
  "#**open>topic**",
  "see /user_uploads/1/ab/hut.png",
  "[hut](/user_uploads/1/ab/hut.png)",
  "well :)",
  "**:)**",
  "$$x^2$$",
  "```python\nprint(1)\n```",
  "https://example.com/hut.png",
];

const FOR_THE_THREAD = [
  "plain",
  "@**all** look",
  "@**topic** look",
  "https://example.com/page",
  "12:30, (see: below); 3 < 4",
  ":tada: :hut: :unknown:",
  "#1234",
  "* one\n* two\n\n> quoted\n\n```\ncode\n```",
];

test("texts that are rendered ahead are as the server renders them", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const ben = await acme.member("Ben");
  const open = await acme.channel("open", [ben]);
  const hidden = await acme.channel("hidden", [ben], { invite_only: true });
  const stored = await app.identities.realmById(app.database.reader, acme.realm.id);
  const hut = { id: 1, realm_id: stored.id, name: "hut", author_id: null, file_name: "hut", is_animated: false };
  const realm = {
    ...stored,
    linkifiers: TEST_NAMES.linkifiers,
    customEmoji: new CustomEmojiSet([{ ...hut, deactivated: false }]),
  };
  const ctx = operatorContext(app, realm);
  const people = await ImportedPeople.of(ctx, { realm_id: realm.id, origin: "slack:none" });
  const owner = await people.author(acme.owner.id);
  const author = { ...owner, settings: { ...owner.settings, translate_emoticons: true } };
  const renderer = new AheadRenderer(aheadFacts(realm, 0));
  renderer.learnPerson({ id: ben.id, full_name: ben.name, isGuest: false });
  renderer.learnChannel({ id: open, name: "open", isOpen: true });
  renderer.learnChannel({ id: hidden, name: "hidden", isOpen: false });
  const named = [`@**Ben|${ben.id}** and @_**Ben|${ben.id}**`, `> @**ben|${ben.id}**`, "#**open** and #**open>a@1**"];
  const texts = [...FOR_THE_THREAD, ...named];
  for (const text of FOR_THE_SERVER) assert.equal(renderer.render(text, { isGuest: false }), null, text);
  for (const text of texts) assert(renderer.render(text, { isGuest: false }), text);
  for (const text of named) assert.equal(renderer.render(text, { isGuest: true }), null, `${text}, by a guest`);
  let compared = 0;
  for (const text of [...TEXTS, ...texts]) {
    const ahead = renderer.render(text, { isGuest: false });
    if (!ahead) continue;
    const { previewablePages: _, ...rendered } = await renderFor({ ...ctx, user: author }, text, author);
    assert.deepEqual(omit(renderedAhead(ahead)), rendered, text);
    assert.equal(ahead.traits, traitsOf(renderedAhead(ahead)));
    compared++;
  }
  assert(compared > TEXTS.length / 3, `${compared} of ${TEXTS.length}`);
});

/** Imports do not fetch pages. */
const omit = ({ previewablePages: _, ...rest }: Rendered): Omit<Rendered, "previewablePages"> => rest;

/** More than are stored in one transaction. */
const MESSAGES = 1400;

/** With people and bots whom only messages name, who are mentioned afterwards, and with files. */
function archiveWithStrangers(): Buffer {
  const texts = [
    "plain text",
    "*bold* and <https://example.com/a|a link>",
    "<@U1> and <@S3> and <@S900>, in <#C2|two>",
    "<!channel> :) &lt;3",
    "```code &lt; here```",
    "",
    "null \0 byte and half \ud800 a character",
  ];
  const sent = Array.from({ length: MESSAGES }, (_, n) => {
    const ts = slackTime(BEGIN + n * 60);
    const sender = n % 100 === 7 ? `S${Math.floor(n / 100)}` : `U${1 + (n % 2)}`;
    const file = { id: "F1", name: "plan.txt", mimetype: "text/plain", user: "U2", mode: "hosted" };
    const more = {
      ...(n % 500 === 3 ? { files: [file] } : {}),
      ...(n % 50 === 4 ? { reactions: [{ name: "tada", users: ["U1", "S3"], count: 2 }] } : {}),
      ...(n % 70 === 8 ? { edited: { user: "U1", ts: slackTime(BEGIN + n * 60 + 30) } } : {}),
      ...(n % 90 === 6 ? { thread_ts: ts, reply_count: 1 } : {}),
    };
    return [n % 3 === 0 ? "two" : "one", slackMessage(sender, texts[n % texts.length] as string, ts, more)] as const;
  });
  const longest = slackMessage("U1", `${"a long line\n".repeat(1500)}end`, slackTime(BEGIN + 59));
  return zipOf([
    ["users.json", [slackUser("U1", "Person Number 1"), slackUser("U2", "Person Number 2")]],
    ["channels.json", [slackChannel("C1", "one", ["U1", "U2"]), slackChannel("C2", "two", ["U1"])]],
    ["__uploads/F1/plan.txt", "the plan"],
    ...slackDays([...sent, ["one", longest] as const]),
  ]);
}

class Interrupted extends Error {}

async function imports(acme: Organization, file: string, source: ImportSource, interruptedAt = Number.NaN) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  let [stage, done] = ["", 0];
  const progress = {
    begin(name: string) {
      [stage, done] = [name, 0];
    },
    add(count: number) {
      done += count;
      if (stage === "Importing messages" && done === interruptedAt) throw new Interrupted();
    },
  };
  try {
    return await importFrom(app, realm, source, { fingerprint: await fingerprintOf(file), progress });
  } finally {
    await source.close();
  }
}

/** Ids of people and channels, and paths of files, differ between organizations. */
const alike = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/data-(user|stream)-id=\\"\d+\\"|\|\d+\*\*/g, "")
      .replace(/\/user_uploads\/[^\s"\\)]+|\/?#narrow\/[^"\\]+/g, ""),
  ) as T;

/** With what was rendered. */
async function everythingOf(acme: Organization) {
  const { reader } = acme.server.app.database;
  const rows = await reader
    .selectFrom("message")
    .select("rendered_content")
    .where("realm_id", "=", acme.realm.id)
    .where("client", "=", "Import")
    .orderBy("id")
    .execute();
  const { messages, ...parts } = await rowsOf(acme);
  return {
    ...parts,
    messages: messages.map((row) => ({ ...row, content: alike(row.content) })),
    html: rows.map((row) => alike(row.rendered_content)),
  };
}

test("an archive that is read ahead, and interrupted, gives the same rows", async (t) => {
  const file = archiveFile(t, "strangers.zip", archiveWithStrangers());
  const workFolder = dirname(file);
  const [acme, other] = [await org(t), await org(t)];
  for (const each of [acme, other]) each.stopFollowing("an import sends no events");
  const inThread = () => ArchiveThread.openAs("slack", file, { workFolder });

  const { tally } = await imports(other, file, await openSource("slack", file, { workFolder }));
  assert(tally.taken.messages > 1000 && tally.taken.files > 0 && tally.left_out.length > 0);
  await assert.rejects(imports(acme, file, await inThread(), 600), Interrupted);
  await assert.rejects(imports(acme, file, await inThread(), 1380), Interrupted);
  const ahead = await imports(acme, file, await inThread());
  assert.deepEqual(alike(ahead.tally), alike(tally));
  const [found, expected] = [await everythingOf(acme), await everythingOf(other)];
  assert.deepEqual(found, expected);
  assert(found.html.some((html) => html.includes('class="user-mention"')));
});
