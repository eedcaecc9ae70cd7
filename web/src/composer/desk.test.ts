import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "./desk.ts";
import type { Target } from "./target.ts";

const tides: Target = { to: "channel", channelId: 4, topic: "tides" };
const boats: Target = { to: "channel", channelId: 4, topic: "boats" };
const ben: Target = { to: "direct", userIds: [7] };
const nobody: Target = { to: "direct", userIds: [] };
const nowhere: Target = { to: "channel", channelId: undefined, topic: "" };

test("each conversation has its own text, and coming back finds it", () => {
  const desk = new Desk();
  desk.enter(ben);
  desk.write("Between us");
  desk.enter(tides);
  assert.equal(desk.get().text, "");
  desk.write("High water");
  desk.enter(ben);
  assert.deepEqual([desk.get().target, desk.get().text], [ben, "Between us"]);
  desk.enter(undefined);
  assert.deepEqual([desk.get().text, desk.get().isOpen], ["", false]);
  desk.enter(tides);
  assert.deepEqual([desk.get().target, desk.get().text], [tides, "High water"]);
});

test("what is written while a message is being scheduled stays", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.write("High water ");
  const { id, text } = desk.get();
  desk.write("High water and low");
  desk.finishText(id, text);
  assert.equal(desk.get().text, "and low");
  desk.finishText(id, "something else");
  assert.equal(desk.get().text, "and low");
  desk.finishText(id, "and low");
  assert.equal(desk.get().text, "");
});

test("replying to another conversation leaves the text where it was", () => {
  const desk = new Desk();
  desk.enter(ben);
  desk.write("Between us");
  desk.begin(tides);
  assert.deepEqual([desk.get().target, desk.get().text], [tides, ""]);
  desk.enter(ben);
  assert.equal(desk.get().text, "Between us");
});

test("a quotation goes below the text of its own conversation", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.write("High water");
  desk.begin(boats, { text: "> two masts" });
  assert.equal(desk.get().text, "> two masts");
  desk.begin(tides, { text: "> at ten" });
  assert.equal(desk.get().text, "High water\n\n> at ten");
});

test("changing the recipients moves the text, and nothing else does", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.write("High water");
  desk.readdress(boats);
  assert.ok(desk.get().isAway);
  desk.enter(tides);
  assert.equal(desk.get().text, "");
  desk.enter(boats);
  assert.deepEqual([desk.get().text, desk.get().isAway], ["High water", false]);
});

test("a text that is moved to a conversation with another one joins it", () => {
  const desk = new Desk();
  desk.enter(boats);
  desk.write("Two masts");
  desk.enter(tides);
  desk.write("High water");
  desk.readdress(boats);
  desk.enter(boats);
  assert.equal(desk.get().text, "Two masts\n\nHigh water");
});

test("a new message begins empty, and an unfinished one is taken up again", () => {
  const desk = new Desk();
  desk.enter(nobody);
  desk.write("Note to self");
  desk.begin(nobody, { isNew: true });
  assert.deepEqual([desk.get().text, desk.get().focus], ["", "recipient"]);
  desk.write("Dear");
  desk.enter(tides);
  desk.begin(nowhere, { isNew: true });
  assert.equal(desk.get().text, "");
  desk.begin(nobody, { isNew: true });
  assert.equal(desk.get().text, "Dear");
  desk.enter(nobody);
  assert.equal(desk.get().text, "Note to self");
});

test("a message that was started in a list stays open in other lists, and is set down in a conversation", () => {
  const desk = new Desk();
  desk.begin(nowhere, { isNew: true });
  desk.readdress(boats);
  desk.write("Two masts");
  desk.enter(undefined);
  assert.ok(desk.get().isOpen);
  assert.equal(desk.enter(tides)?.text, "Two masts");
  assert.equal(desk.get().text, "");
  desk.enter(boats);
  assert.equal(desk.get().text, "Two masts");
});

test("where a recipient is missing, the caret goes there", () => {
  const desk = new Desk();
  desk.begin(nowhere, { isNew: true });
  assert.equal(desk.get().focus, "recipient");
  desk.begin(tides);
  assert.equal(desk.get().focus, "text");
});

test("opening a draft sets down what was written before", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.write("High water");
  desk.enter(undefined);
  desk.restore(boats, "Two masts", 7);
  assert.deepEqual([desk.get().text, desk.get().draftId, desk.get().isSaved], ["Two masts", 7, true]);
  desk.enter(boats);
  assert.equal(desk.get().text, "Two masts");
  desk.enter(tides);
  assert.equal(desk.get().text, "High water");
});

test("the draft of what was sent is not taken up again", () => {
  const desk = new Desk();
  const drafts = [{ id: 7, content: "High water" }];
  desk.ask({ draftFor: (_, held) => drafts.find(({ id }) => !held.has(id)), isTopicRequired: () => false });
  desk.enter(tides);
  assert.equal(desk.get().draftId, 7);
  desk.finish(desk.get().id);
  assert.equal(desk.get().text, "");
  desk.enter(undefined);
  desk.enter(tides);
  assert.equal(desk.get().text, "");
});

test("after sending elsewhere, the conversation's own text is there again", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.write("High water");
  desk.begin(nowhere, { isNew: true });
  desk.readdress(boats);
  desk.write("Two masts");
  desk.finish(desk.get().id);
  assert.deepEqual([desk.get().target, desk.get().text, desk.get().isOpen], [tides, "High water", false]);
});

test("after sending, the same field stays; another conversation's text gets another one", () => {
  const desk = new Desk();
  desk.enter(tides);
  const { place } = desk.get();
  desk.write("High water");
  desk.finish(desk.get().id);
  assert.equal(desk.get().place, place);
  desk.enter(boats);
  assert.notEqual(desk.get().place, place);
});

test("a topic that is renamed keeps its text", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.write("High water");
  desk.moved(tides, boats);
  desk.enter(boats);
  assert.deepEqual([desk.get().target, desk.get().text], [boats, "High water"]);
});

test("files arrive in the message they were added to, wherever the reader is by then", () => {
  const desk = new Desk();
  desk.enter(tides);
  const { id } = desk.get();
  desk.uploads(id, 1);
  desk.enter(ben);
  desk.writeTo(id, "[chart.png](/user_uploads/chart.png)");
  desk.uploads(id, -1);
  assert.equal(desk.get().text, "");
  desk.enter(tides);
  assert.equal(desk.get().text, "[chart.png](/user_uploads/chart.png)");
});

test("a draft that is known only after its conversation was opened is shown then, but not over what was written", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.ask({ draftFor: () => ({ id: 7, content: "High water" }), isTopicRequired: () => false });
  const { place } = desk.get();
  desk.lookAgain();
  assert.deepEqual([desk.get().text, desk.get().place], ["High water", place]);
  desk.write("Low water");
  desk.lookAgain();
  assert.equal(desk.get().text, "Low water");
});

test("a text that only this browser has replaces the server's older copy, and nothing that is newer", () => {
  const desk = new Desk();
  desk.restore(tides, "High", 7);
  desk.adopt(tides, "High water", 7);
  assert.deepEqual([desk.get().text, desk.get().isSaved], ["High water", false]);
  desk.write("High water at ten");
  desk.adopt(tides, "High water", 7);
  assert.equal(desk.get().text, "High water at ten");
});

test("a file arrives in the message it was added to, also if a text of a closed window was taken in meanwhile", () => {
  const desk = new Desk();
  desk.enter(tides);
  const { id } = desk.get();
  desk.uploads(id, 1);
  desk.adopt(tides, "High water", undefined);
  desk.writeTo(id, "[chart.png](/user_uploads/chart.png)");
  desk.uploads(id, -1);
  desk.enter(boats);
  desk.enter(tides);
  assert.equal(desk.get().text, "High water\n\n[chart.png](/user_uploads/chart.png)");
});

test("a blank text of an earlier visit is not taken in", () => {
  const desk = new Desk();
  const written: unknown[] = [];
  desk.watch(
    (sheet) => written.push(sheet.text),
    () => {},
  );
  desk.adopt(tides, " ", 7);
  assert.deepEqual([written, desk.sheets.length], [[], 1]);
});

test("a text of a closed window stays beside what was written on the same draft here, saved or not", () => {
  for (const isSaved of [false, true]) {
    const desk = new Desk();
    desk.restore(tides, "High", 7);
    desk.write("Low water");
    desk.note(desk.get().id, { isSaved });
    desk.adopt(tides, "High water", 7);
    assert.deepEqual([desk.get().text, desk.get().draftId], ["Low water", 7]);
    const beside = desk.sheets.filter(({ id }) => id !== desk.get().id);
    assert.deepEqual(
      beside.map(({ text, draftId }) => [text, draftId]),
      [["High water", undefined]],
    );
    desk.adopt(tides, "Low water ", 7);
    assert.equal(desk.sheets.length, 2);
  }
});

test("a text that was set down is opened as it is, and is not there twice", () => {
  const desk = new Desk();
  desk.enter(ben);
  desk.write("Between us");
  desk.enter(undefined);
  const [sheet] = desk.setDown;
  assert.deepEqual([sheet?.target, sheet?.text], [ben, "Between us"]);
  desk.open(sheet?.id as number);
  desk.enter(ben);
  assert.equal(desk.get().text, "Between us");
  assert.deepEqual(desk.setDown, []);
  desk.enter(tides);
  desk.enter(ben);
  assert.equal(desk.get().text, "Between us");
});

test("a text to nobody yet does not become a note to yourself by being opened", () => {
  const desk = new Desk();
  desk.enter(tides);
  desk.begin(nobody, { isNew: true });
  desk.write("Dear");
  desk.enter(undefined);
  desk.open(desk.setDown[0]?.id as number);
  assert.deepEqual([desk.get().text, desk.get().isNew, desk.get().isOpen], ["Dear", true, true]);
  desk.enter(nobody);
  assert.equal(desk.get().text, "");
});

test("the list of texts that were set down is the same until one of them changes", () => {
  const desk = new Desk();
  let heard = 0;
  desk.subscribe(() => {
    heard += 1;
  });
  desk.enter(ben);
  desk.write("Between us");
  desk.enter(tides);
  const before = desk.setDown;
  desk.write("High water");
  assert.equal(desk.setDown, before);
  heard = 0;
  desk.moved(ben, boats);
  assert.notEqual(desk.setDown, before);
  assert.ok(heard > 0, "it is announced");
});

test("a draft that is opened does not replace one into which a file is on its way", () => {
  const desk = new Desk();
  desk.ask({ draftFor: () => ({ id: 1, content: "With a picture" }), isTopicRequired: () => false });
  desk.enter(ben);
  desk.uploads(desk.get().id, 1);
  desk.enter(undefined);
  desk.restore(ben, "Another", 2);
  desk.enter(tides);
  desk.enter(ben);
  assert.match(desk.get().text, /With a picture/);
  assert.match(desk.get().text, /Another/);
});
