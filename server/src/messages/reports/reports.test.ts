import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import * as realms from "../../organization/realms/contract.ts";
import * as messages from "../contract.ts";
import { reportMessage } from "./contract.ts";

async function moderated(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [mia, ada, ben] = [await acme.moderator("Mia"), await acme.member("Ada"), await acme.member("Ben")];
  const moderation_request_channel_id = await acme.channel("moderation", [mia, acme.owner], { invite_only: true });
  await acme.owner.call(realms.updateRealm, { moderation_request_channel_id });
  await acme.channel("design", [ada, ben]);
  return { acme, mia, ada, ben, channel: moderation_request_channel_id };
}

async function lastOf(person: Person, narrow = [{ operator: "channel", operand: "moderation" }], html = false) {
  const { messages: read } = await person.call(messages.getMessages, {
    anchor: "newest",
    num_before: 1,
    narrow,
    apply_markdown: html,
    allow_empty_topic_name: true,
  });
  return read[0];
}

const written = (person: Person) => `@_**${person.name}|${person.id}**`;
const spam = { report_type: "spam" as const };

test("moderators get a report as a notice with the reporter, the message, its sender and the reason", async (t) => {
  const { mia, ada, ben } = await moderated(t);
  const message_id = await ada.sends("#design > logo", "Buy this!\nNow, @**Mia**!");
  await ben.catchesUp();
  const report = () => ben.call(reportMessage, { message_id, ...spam, description: " Third time\ntoday. " });
  const heard = await mia.eventsDuring(report);
  const notice = await lastOf(mia);
  assert.equal(
    notice?.content,
    [
      `${written(ben)} reported #**design>logo@${message_id}**, a message from ${written(ada)}.`,
      "- Reason: **Spam**",
      "- Notes:",
      "> Third time\n> today.",
      "``` spoiler The reported message\n> Buy this!\n> Now, @**Mia**!\n```",
    ].join("\n\n"),
  );
  assert.deepEqual(
    [notice?.sender_full_name, notice?.client, notice?.subject, notice?.flags],
    ["Notification Bot", "Internal", "Ada's moderation requests", []],
  );
  const html = (await lastOf(mia, undefined, true))?.content;
  assert.match(html ?? "", /<div class="spoiler-content"[\s\S]*<blockquote>[\s\S]*Buy this!/);
  assert.deepEqual(
    heard.filter(({ type }) => type === "message").map((event) => (event.message as { id: number }).id),
    [notice?.id],
  );
  // Neither the reported user nor the reporter gets anything else.
  assert.deepEqual(await ben.catchesUp(), []);
});

test("the report of a direct message names the participants", async (t) => {
  const { mia, ada, ben } = await moderated(t);
  const message_id = await ada.writes([ben], "```\nnot closed");
  await ben.call(reportMessage, { message_id, report_type: "harassment" });
  assert.equal(
    (await lastOf(mia))?.content,
    [
      `${written(ben)} reported a DM from ${written(ada)}, in the conversation of ${written(ada)} and ${written(ben)}.`,
      "- Reason: **Harassment**",
      "```` spoiler The reported message\n> ```\n> not closed\n````",
    ].join("\n\n"),
  );
});

test("the notice is in the organization's language and fits its channel", async (t) => {
  const { acme, mia, ada, ben, channel } = await moderated(t);
  await acme.owner.call(realms.updateRealm, { default_language: "de" });
  const message_id = await ada.sends("#design > logo", "x".repeat(10_000));
  await ben.call(reportMessage, { message_id, report_type: "norms" });
  const notice = await lastOf(mia);
  assert.equal(notice?.subject, "Meldungen zu Ada");
  assert.match(notice?.content ?? "", /^@_\*\*Ben\|\d+\*\* hat #\*\*design>logo@\d+\*\* gemeldet/);
  assert(notice?.content.includes(`> ${"x".repeat(8499)}…\n`));

  await acme.alter((tx) =>
    tx.updateTable("channel").set({ topics_policy: "empty_topic_only" }).where("id", "=", channel).execute(),
  );
  await ben.call(reportMessage, { message_id, ...spam });
  assert.equal((await lastOf(mia))?.subject, "");
});

test("users can report only messages they can read, and only if there are moderators to read the report", async (t) => {
  const { acme, mia, ada, ben, channel } = await moderated(t);
  await acme.channel("secret", [ada], { invite_only: true });
  const hidden = await ada.sends("#secret > plan", "hush");
  const direct = await ada.writes(mia, "hush");
  const message_id = await ada.sends("#design > logo", "Hello");
  const guest = await acme.guest("Gus");
  const other = await moderated(t);
  const refused: [Person, number][] = [
    [ben, hidden],
    [ben, direct],
    [ben, 999_999],
    [guest, message_id],
    [other.ada, message_id],
  ];
  for (const [person, id] of refused)
    await assert.rejects(person.call(reportMessage, { message_id: id, ...spam }), { message: "Invalid message(s)" });

  const explained = ben.call(reportMessage, { message_id: 999_999, report_type: "other", description: " \n" });
  await assert.rejects(explained, { message: "An explanation is required." });
  await ben.call(reportMessage, { message_id, report_type: "other", description: "It is odd." });
  const wrong = { report_type: "boring", description: "" };
  assert.equal(
    (await ben.asks("POST", `/messages/${message_id}/report`, wrong)).msg,
    "Invalid report_type: Value error, Not in the list of possible values",
  );
  const long = await ben.asks("POST", `/messages/${message_id}/report`, { ...spam, description: "x".repeat(1001) });
  assert.equal(long.msg, "description is too long (limit: 1000 characters)");
  assert.equal((await ben.asks("POST", `/messages/${message_id}/report`)).msg, "Missing 'report_type' argument");
  assert((await lastOf(mia))?.content.includes("> It is odd."));

  const disabled = { message: "Message reporting is not enabled in this organization." };
  const report = (id: number) => ben.call(reportMessage, { message_id: id, report_type: "other" });
  const alter = (values: { is_archived?: boolean; invite_only?: boolean }) =>
    acme.alter((tx) => tx.updateTable("channel").set(values).where("id", "=", channel).execute());
  await alter({ is_archived: true });
  await assert.rejects(report(message_id), disabled);
  await alter({ is_archived: false, invite_only: false });
  await assert.rejects(report(message_id), disabled);
  await alter({ invite_only: true });
  await acme.owner.call(realms.updateRealm, { moderation_request_channel_id: -1 });
  await assert.rejects(report(999_999), disabled);
});

test("by default reporting is off", async (t) => {
  const acme: Organization = await org(t);
  const message_id = await acme.owner.sends("#general > hello", "Hello");
  await assert.rejects(acme.owner.call(reportMessage, { message_id, ...spam }), {
    code: "BAD_REQUEST",
    message: "Message reporting is not enabled in this organization.",
  });
});
