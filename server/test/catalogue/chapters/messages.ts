/** Messages are sent, read, changed and deleted. */
import * as api from "../../../src/contract.ts";
import { asFile } from "../../../src/messages/uploads/testing.ts";
import type { CatalogueWorld } from "../world.ts";

const { messages, messageEditing, messageDeletion, readState, reactions } = api;

export async function messagesChapter(world: CatalogueWorld): Promise<void> {
  await sending(world);
  await readingState(world);
  await reacting(world);
  await editing(world);
  await deleting(world);
}

const say = ({ walk, mel }: CatalogueWorld, content: string, topic = "plans", to: unknown = "open", as = mel) =>
  walk.does(as, messages.sendMessage, { type: "channel", to, topic, content });

async function sending(world: CatalogueWorld): Promise<void> {
  const { walk, mel, mona, gus, rita, robin, olivia } = world;
  await say(world, "hello");
  await say(world, "hello **everybody** @**all** and @**Gus**");
  await say(world, "without a topic", "");
  await say(world, "in private", "plans", "secret");
  await say(world, "to those who are here @**Robin**", "plans", "lobby");
  await say(world, "for the world", "plans", "web", olivia);
  await say(world, "beep", "plans", "open", robin);
  await walk.does(mel, messages.sendMessage, { type: "direct", to: [mona.id], content: "between us" });
  await walk.does(mel, messages.sendMessage, { type: "direct", to: [mona.id, gus.id], content: "the three of us" });
  await walk.does(mel, messages.sendMessage, { type: "direct", to: [mel.id], content: "a note" });
  await walk.does(olivia, messages.sendMessage, { type: "direct", to: [rita.id], content: "welcome" });
  const { id: message_id } = await walk.does(mel, messages.sendMessage, {
    type: "channel",
    to: "open",
    topic: "lunch",
    content: "/poll Soup?\nyes",
  });
  const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  await walk.does(mona, api.submessages.addSubmessage, { message_id, msg_type: "widget", content: vote });
  await walk.does(mel, messages.renderMessage, { content: "*hello*" });
  const { url } = await walk.does(mel, api.uploads.uploadFile, {}, { file: asFile("minutes") });
  await say(world, `the [minutes](${url})`);
  const { attachments } = await walk.does(mel, api.uploads.getAttachments, {});
  const { url: spare } = await walk.does(mel, api.uploads.uploadFile, {}, { file: asFile("a draft", "draft.txt") });
  const [realm_id_str = "", ...filename] = spare.slice("/user_uploads/".length).split("/");
  await walk.does(mel, api.uploads.getFileTemporaryUrl, {
    realm_id_str: Number(realm_id_str),
    filename: filename.join("/"),
  });
  await walk.does(mel, api.uploads.removeAttachment, { attachment_id: attachments[0]?.id as number });
  for (const op of ["start", "stop"] as const) {
    await walk.does(mel, api.typing.setTyping, { op, type: "direct", to: [mona.id] });
    await walk.does(mel, api.typing.setTyping, { op, type: "channel", stream_id: world.open, topic: "" });
  }
  await walk.does(olivia, api.realms.updateRealm, { moderation_request_channel_id: world.secret });
  await walk.does(gus, api.reports.reportMessage, { message_id, report_type: "spam", description: "" });
  await walk.does(olivia, api.realms.updateRealm, { moderation_request_channel_id: -1 });
}

async function readingState(world: CatalogueWorld): Promise<void> {
  const { walk, mona, gus, open } = world;
  const { id } = await say(world, "read me", "news");
  const { id: second } = await say(world, "and me", "news");
  await say(world, "or not", "");
  const all = [id, second];
  await walk.does(mona, readState.updateMessageFlags, { messages: all, op: "add", flag: "read" });
  await walk.does(mona, readState.updateMessageFlags, { messages: all, op: "remove", flag: "read" });
  await walk.does(mona, readState.updateMessageFlags, { messages: [id], op: "add", flag: "starred" });
  await walk.does(mona, readState.updateMessageFlags, { messages: [id], op: "remove", flag: "starred" });
  await walk.does(mona, readState.updateMessageFlags, { messages: [id], op: "add", flag: "collapsed" });
  await walk.does(mona, readState.updateMessageFlagsForNarrow, {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: "channel", operand: open }],
    op: "add",
    flag: "read",
  });
  await walk.does(mona, readState.updateMessageFlagsForNarrow, {
    anchor: "newest",
    num_before: 2,
    num_after: 0,
    narrow: [{ operator: "channel", operand: open }],
    op: "remove",
    flag: "read",
  });
  await walk.does(mona, readState.getReadReceipts, { message_id: id });
  await walk.does(gus, readState.markTopicAsRead, { stream_id: open, topic_name: "news" });
  await walk.does(gus, readState.markChannelAsRead, { stream_id: open });
  await walk.does(gus, readState.markAllAsRead, {});
}

async function reacting(world: CatalogueWorld): Promise<void> {
  const { walk, mona, gus, uma } = world;
  const { id: message_id } = await say(world, "react", "plans");
  await walk.does(mona, reactions.addReaction, { message_id, emoji_name: "tada" });
  await walk.does(gus, reactions.addReaction, { message_id, emoji_name: "tada" });
  await walk.does(uma, reactions.addReaction, { message_id, emoji_name: "heart" });
  await walk.does(mona, reactions.removeReaction, { message_id, emoji_name: "tada" });
  const direct = await walk.does(mona, messages.sendMessage, { type: "direct", to: [gus.id], content: "psst" });
  await walk.does(gus, reactions.addReaction, { message_id: direct.id, emoji_name: "tada" });
}

async function editing(world: CatalogueWorld): Promise<void> {
  const { walk, mel, mona, gus, open, lobby, secret, web, olivia } = world;
  const edits = (message_id: number, change: object, as = mel) =>
    walk.does(as, messageEditing.editMessage, { message_id, ...change });
  const { id } = await say(world, "first words", "draft");
  const { id: second } = await say(world, "second words", "draft");
  for (const op of ["start", "stop"] as const) await walk.does(mel, api.typing.setTypingEdit, { message_id: id, op });
  await edits(id, { content: "better words @**Gus**" });
  await edits(id, { content: "best words" });
  const { url } = await walk.does(mel, api.uploads.uploadFile, {}, { file: asFile("appendix", "appendix.txt") });
  await edits(id, { content: `words with an [appendix](${url})` });
  await walk.does(gus, api.userTopics.setTopicVisibility, { stream_id: open, topic: "draft", visibility_policy: 3 });
  await walk.does(mona, api.userTopics.setTopicVisibility, { stream_id: open, topic: "draft", visibility_policy: 1 });
  const moves = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  await edits(second, { topic: "split", propagate_mode: "change_one", ...moves });
  await edits(id, { topic: "final", propagate_mode: "change_all", ...moves });
  await edits(id, { topic: "✔ final", propagate_mode: "change_all" });
  await edits(id, { topic: "final", propagate_mode: "change_all" });
  await edits(id, { topic: "", propagate_mode: "change_all" });
  await edits(id, { topic: "final", propagate_mode: "change_all" });
  await edits(id, { stream_id: web, propagate_mode: "change_all", ...moves }, olivia);
  await edits(id, { stream_id: open, topic: "back", propagate_mode: "change_all" }, olivia);
  await edits(second, { stream_id: lobby, propagate_mode: "change_all" });
  const { id: hidden } = await say(world, "soon in private", "hush");
  await say(world, "this too", "hush");
  await edits(hidden, { stream_id: secret, propagate_mode: "change_all", ...moves });
  await edits(hidden, { stream_id: open, propagate_mode: "change_all" });
  const direct = await walk.does(mel, messages.sendMessage, { type: "direct", to: [gus.id, mona.id], content: "eh" });
  for (const op of ["start", "stop"] as const)
    await walk.does(mel, api.typing.setTypingEdit, { message_id: direct.id, op });
  await edits(direct.id, { content: "hey" });
}

async function deleting(world: CatalogueWorld): Promise<void> {
  const { walk, adam, olivia, mona, gus, open, lobby, mel } = world;
  const { id } = await say(world, "gone soon", "");
  await walk.does(olivia, messageDeletion.deleteMessage, { message_id: id });
  const { id: direct } = await walk.does(mel, messages.sendMessage, { type: "direct", to: [mona.id], content: "oops" });
  await walk.does(mel, messageDeletion.deleteMessage, { message_id: direct });
  const oldest = walk.stateOf(mel).channels.channels.get(lobby)?.first_message_id as number;
  await walk.does(olivia, messageDeletion.deleteMessage, { message_id: oldest });
  await say(world, "one", "bin");
  await say(world, "two", "bin");
  await walk.does(gus, api.userTopics.setTopicVisibility, { stream_id: open, topic: "bin", visibility_policy: 3 });
  await walk.does(adam, messageDeletion.deleteTopic, { stream_id: open, topic_name: "bin" });
}
