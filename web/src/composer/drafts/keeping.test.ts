import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as soon } from "node:timers/promises";
import { type Draft, normalised, type ServerEvent } from "@parley/client";
import fc from "fast-check";
import { Desk } from "../desk.ts";
import { NOWHERE, type Sheet } from "../sheet.ts";
import { type Target, targetKey, targetOfDraft } from "../target.ts";
import { draftFor } from "./draft-for.ts";
import type { KeptDraft } from "./keeper.ts";
import { Keeping } from "./keeping.ts";
import { takeUp } from "./take-up.ts";

const OWN_ID = 5;
const tides: Target = { to: "channel", channelId: 4, topic: "tides" };
const general: Target = { to: "channel", channelId: 4, topic: "" };
const strict: Target = { to: "channel", channelId: 6, topic: "news" };
const ben: Target = { to: "direct", userIds: [7] };
const self: Target = { to: "direct", userIds: [] };
/** A topic is required there. */
const untitled: Target = { to: "channel", channelId: 6, topic: "" };
const CONVERSATIONS = [tides, general, strict, ben, self];

/** A browser and its server. Events arrive when the test says so. */
class World {
  desk = new Desk();
  keeping: Keeping;
  /** As far as this browser has heard. */
  isSynchronized = true;
  #isSynchronizedThere = true;
  isOffline = false;
  /** The server has been asked since the page was loaded. */
  isUpToDate = true;
  readonly server = new Map<number, Draft>();
  /** As far as this browser has heard. */
  known: ReadonlyMap<number, Draft> = new Map();
  here: Target | undefined;
  /** What happens after a draft was created, and before this browser knows its id. */
  beforeResponse = () => {};
  /** What windows that were closed have left, until this one takes it over. */
  left: readonly KeptDraft[] = [];
  #kept: readonly KeptDraft[] = [];
  #events: ServerEvent[] = [];
  /** The state that the browser will show at first after a reload. */
  #cached = { drafts: new Map() as ReadonlyMap<number, Draft>, isSynchronized: true };
  #last = 0;

  constructor() {
    this.keeping = this.#begin();
  }

  #begin(): Keeping {
    this.desk.ask({
      draftFor: (target, held) => draftFor({ drafts: this.known, users: { ownId: OWN_ID } } as never, target, held),
      isTopicRequired: (channelId) => channelId === 6,
    });
    takeUp(this.desk, { kept: this.#kept, drafts: this.known, isUpToDate: this.isUpToDate, ownId: OWN_ID });
    return new Keeping({
      desk: this.desk,
      ownId: OWN_ID,
      isSynchronized: () => this.isSynchronized,
      isUpToDate: () => this.isUpToDate,
      drafts: () => this.known,
      former: this.#kept,
      keepHere: (kept) => {
        this.#kept = kept;
      },
      setTimeout: () => 1,
      clearTimeout: () => {},
      server: {
        create: async (draft) => {
          this.#answer();
          this.#last += 1;
          const id = this.#put(this.#last, draft, "add");
          this.beforeResponse();
          return id;
        },
        edit: async (id, draft) => {
          this.#answer();
          if (!this.server.has(id)) return false;
          this.#put(id, draft, "update");
          return true;
        },
        remove: async (draft_id) => {
          this.#answer();
          if (!this.server.delete(draft_id)) return;
          this.#events.push({ id: 0, type: "drafts", op: "remove", draft_id } as never);
        },
      },
    });
  }

  #answer(): void {
    if (this.isOffline) throw new Error("offline");
  }

  #put(id: number, written: KeptDraft["draft"], op: "add" | "update"): number {
    const stored = { content: normalised(written.content), topic: written.topic.trim() };
    const draft = { id, ...written, ...stored, timestamp: this.#last } as Draft;
    this.server.set(id, draft);
    const event = op === "add" ? { op, drafts: [draft] } : { op, draft };
    this.#events.push({ id: 0, type: "drafts", ...event } as never);
    return id;
  }

  hears(): void {
    if (!this.isUpToDate) {
      this.registers();
      return;
    }
    const events = this.#events;
    this.#events = [];
    this.known = new Map(this.server);
    this.keeping.follow(events);
  }

  async saves(): Promise<void> {
    await this.keeping.flush();
  }

  /** The server deletes all drafts, and says no more than that. */
  synchronizes(does: boolean): void {
    this.setsSynchronization(does);
    this.isSynchronized = does;
    this.known = new Map();
    this.keeping.follow(this.#events);
    this.#events = [];
  }

  /** On another device: this one has not heard of it. */
  setsSynchronization(does: boolean): void {
    this.#isSynchronizedThere = does;
    this.server.clear();
  }

  opens(target: Target | undefined): void {
    this.here = target;
    this.desk.enter(target);
  }

  /** As the application does: in a conversation, a reply to another one opens it. */
  replies(target: Target, text?: string): void {
    this.desk.begin(target, text === undefined ? {} : { text });
    if (this.here) this.opens(target);
  }

  /** The browser stores what it has heard. */
  caches(): void {
    this.#cached = { drafts: this.known, isSynchronized: this.isSynchronized };
  }

  registers(): void {
    this.#events = [];
    this.isUpToDate = true;
    this.known = new Map(this.server);
    this.isSynchronized = this.#isSynchronizedThere;
    this.keeping.compare(this.known);
  }

  /** What is written last may not reach the server any more, and what is shown first may be old. */
  async reloads({ isStale = false } = {}): Promise<void> {
    await this.#ends();
    await this.#starts(isStale);
  }

  /** The window is closed, and another is opened, which does not know yet that it was. */
  async reopens(): Promise<void> {
    await this.#ends();
    this.left = [...this.left, ...this.#kept];
    this.#kept = [];
    await this.#starts(false);
  }

  /** The new window has waited long enough. */
  async takesOver(): Promise<void> {
    const { left } = this;
    this.left = [];
    this.keeping.takeOver(left);
    await soon();
  }

  async #ends(): Promise<void> {
    this.isOffline = true;
    this.keeping.stop();
    await this.keeping.flush();
    this.isOffline = false;
  }

  async #starts(isStale: boolean): Promise<void> {
    this.#events = [];
    this.known = isStale ? this.#cached.drafts : new Map(this.server);
    this.isSynchronized = isStale ? this.#cached.isSynchronized : this.#isSynchronizedThere;
    this.isUpToDate = !isStale;
    this.desk = new Desk();
    this.keeping = this.#begin();
    this.desk.enter(this.here);
    await soon();
  }

  /** From another device. */
  stores(...drafts: Draft[]): void {
    for (const draft of drafts) this.#put(draft.id, draft, this.server.has(draft.id) ? "update" : "add");
    this.#last = Math.max(this.#last, ...this.server.keys());
  }

  contents(): readonly string[] {
    return [...this.server.values()].map(({ content }) => content);
  }
}

test("what is written is saved, and comes back after a reload", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  assert.ok(world.desk.get().isSaved);
  world.desk.write("Between us two");
  await world.reloads();
  assert.equal(world.desk.get().text, "Between us two");
  await world.saves();
  assert.deepEqual(
    [...world.server.values()].map(({ content }) => content),
    ["Between us two"],
  );
});

test("without synchronization, every conversation's text comes back after a reload", async () => {
  const world = new World();
  world.synchronizes(false);
  for (const [target, text] of [
    [ben, "Between us"],
    [tides, "High water"],
  ] as const) {
    world.opens(target);
    world.desk.write(text);
  }
  await world.reloads();
  assert.equal(world.desk.get().text, "High water");
  world.opens(ben);
  assert.equal(world.desk.get().text, "Between us");
  assert.equal(world.server.size, 0);
});

test("turning synchronization off loses no draft: also those of conversations that were not opened stay here", async () => {
  const world = new World();
  const drafts = [
    { id: 1, type: "private", to: [7], topic: "", content: "Between us", timestamp: 1 },
    { id: 2, type: "stream", to: [4], topic: "tides", content: "High water", timestamp: 2 },
    { id: 3, type: "", to: [], topic: "", content: "To whom?", timestamp: 3 },
  ] as Draft[];
  for (const draft of drafts) world.server.set(draft.id, draft);
  world.registers();
  world.opens(ben);
  assert.equal(world.desk.get().text, "Between us");
  world.synchronizes(false);
  await world.reloads();
  assert.equal(world.desk.get().text, "Between us");
  world.opens(tides);
  assert.equal(world.desk.get().text, "High water");
  world.opens(undefined);
  world.desk.begin(NOWHERE, { isNew: true });
  assert.equal(world.desk.get().text, "To whom?");
});

test("drafts stay here if synchronization was turned off while this page heard nothing", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  world.hears();
  world.opens(tides);
  world.setsSynchronization(false);
  world.registers();
  await world.reloads();
  world.opens(ben);
  assert.equal(world.desk.get().text, "Between us");
});

test("a message that is being sent does not become a draft when synchronization is turned off", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  world.hears();
  world.desk.finish(world.desk.get().id);
  world.synchronizes(false);
  await soon();
  assert.equal(world.desk.get().text, "");
});

test("turning synchronization on saves the drafts that this browser has", async () => {
  const world = new World();
  world.synchronizes(false);
  world.opens(ben);
  world.desk.write("Between us");
  world.opens(tides);
  world.synchronizes(true);
  await soon();
  assert.deepEqual(
    [...world.server.values()].map(({ content }) => content),
    ["Between us"],
  );
});

test("one's own version without the space at its end is not taken for another device's", async () => {
  const world = new World();
  world.opens({ to: "channel", channelId: 4, topic: "tides " });
  world.desk.write("High ");
  await world.saves();
  world.desk.write("High water ");
  await world.saves();
  world.hears();
  assert.equal(world.desk.get().text, "High water ");
  world.desk.write("High water and ");
  const saving = world.saves();
  world.desk.write("High water and low ");
  await saving;
  world.hears();
  await world.saves();
  assert.deepEqual(
    [...world.server.values()].map(({ content }) => content),
    ["High water and low"],
  );
  world.desk.write("High water and low  ");
  await world.saves();
  assert.ok(world.desk.get().isSaved);
});

test("a draft without recipients that is opened from the list is shown, wherever that leads", async () => {
  const world = new World();
  world.desk.begin(self, { isNew: true });
  world.desk.write("Dear");
  await world.saves();
  world.hears();
  world.opens(tides);
  world.opens(undefined);
  world.desk.restore(self, "Dear", 1);
  world.opens(self);
  assert.deepEqual([world.desk.get().text, world.desk.get().isAway], ["Dear", false]);
});

test("a draft that is opened from the list before its id is known here is one message, and is not lost", async () => {
  for (const more of ["", " all"]) {
    const world = new World();
    world.desk.begin(self, { isNew: true });
    world.desk.write("Dear");
    world.opens(tides);
    world.beforeResponse = () => {
      world.hears();
      if (more !== "")
        for (const { id, text } of world.desk.sheets) if (text !== "") world.desk.writeTo(id, text + more);
      world.opens(undefined);
      world.desk.restore(self, "Dear", 1);
      world.opens(self);
      world.beforeResponse = () => {};
    };
    await world.saves();
    world.desk.write("Dear Ben");
    await world.saves();
    world.hears();
    const texts = () => world.desk.sheets.flatMap(({ text }) => (text === "" ? [] : [text])).toSorted();
    const expected = more === "" ? ["Dear Ben"] : ["Dear Ben", "Dear all"];
    assert.deepEqual(texts(), expected);
    await world.saves();
    assert.deepEqual([...world.server.values()].map(({ content }) => content).toSorted(), expected);
  }
});

test("what reached the server while the page was closing is not saved twice", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  world.server.set(9, { id: 9, type: "private", to: [7], topic: "", content: "Between us", timestamp: 1 });
  await world.reloads();
  world.desk.write("Between us two");
  await world.saves();
  assert.deepEqual([...world.server.keys()], [9]);
});

test("what is sent before this page knows of its draft does not come back", async () => {
  const world = new World();
  world.opens(tides);
  world.desk.write("High water");
  world.server.set(9, { id: 9, type: "stream", to: [4], topic: "tides", content: "High water", timestamp: 1 });
  await world.reloads({ isStale: true });
  assert.equal(world.desk.get().text, "High water");
  world.desk.finish(world.desk.get().id);
  await soon();
  world.registers();
  await soon();
  assert.equal(world.desk.get().text, "");
  assert.deepEqual(world.contents(), []);
});

test("what is sent while its draft is being saved does not come back", async () => {
  for (const isHeard of ["before", "after"]) {
    const world = new World();
    world.opens(tides);
    world.desk.write("High water");
    world.beforeResponse = () => {
      if (isHeard === "before") world.hears();
      world.desk.write("High water at noon");
      world.desk.finish(world.desk.get().id);
      if (isHeard === "after") world.hears();
      world.opens(ben);
      world.opens(tides);
    };
    await world.saves();
    await soon();
    assert.equal(world.desk.get().text, "", isHeard);
    assert.deepEqual(world.contents(), [], isHeard);
  }
});

test("after a reload, one's own last version is not taken for another device's", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  world.desk.write("Between us two");
  await world.reloads();
  world.keeping.follow([{ id: 0, type: "drafts", op: "update", draft: world.server.get(1) } as never]);
  await world.saves();
  assert.deepEqual([...world.server.keys()], [1]);
});

test("a draft that is taken up is not saved before it is changed", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  await world.reloads();
  world.server.clear();
  await world.saves();
  assert.equal(world.server.size, 0);
  assert.equal(world.desk.get().text, "Between us");
});

test("a draft deleted on another device goes from a conversation that is not open", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  world.hears();
  world.opens(tides);
  world.server.clear();
  world.known = new Map();
  world.keeping.follow([{ id: 0, type: "drafts", op: "remove", draft_id: 1 } as never]);
  world.opens(ben);
  assert.equal(world.desk.get().text, "");
});

test("a text that is sent or deleted on another device goes from the open conversation, unless it was changed here", async () => {
  for (const [more, left] of [
    ["", ""],
    [", and more", "Between us, and more"],
  ] as const) {
    const world = new World();
    world.opens(ben);
    world.desk.write("Between us");
    await world.saves();
    world.hears();
    if (more !== "") world.desk.write(`Between us${more}`);
    world.server.clear();
    world.known = new Map();
    world.keeping.follow([{ id: 0, type: "drafts", op: "remove", draft_id: 1 } as never]);
    await world.saves();
    assert.equal(world.desk.get().text, left);
    assert.equal(world.server.size, left === "" ? 0 : 1);
  }
});

test("a text that was moved to others is not in its old conversation after a reload that shows an old state", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("High water");
  await world.saves();
  world.hears();
  world.caches();
  world.desk.readdress(tides);
  await world.saves();
  await world.reloads({ isStale: true });
  world.registers();
  assert.equal(world.desk.get().text, "");
  world.opens(tides);
  assert.equal(world.desk.get().text, "High water");
  await world.saves();
  assert.deepEqual(
    [...world.server.values()].map(({ to, content }) => [to, content]),
    [[[4], "High water"]],
  );
});

test("a message that was sent is not in the field again after a reload that shows an old state", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  world.hears();
  world.caches();
  world.desk.finish(world.desk.get().id);
  await soon();
  await world.reloads({ isStale: true });
  world.registers();
  assert.equal(world.desk.get().text, "");
  await world.saves();
  assert.equal(world.server.size, 0);
});

test("what reached the server while the page was closing is not saved twice, whatever is shown first", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  world.server.set(9, { id: 9, type: "private", to: [7], topic: "", content: "Between us", timestamp: 1 });
  await world.reloads({ isStale: true });
  await world.saves();
  world.registers();
  await world.saves();
  world.desk.write("Between us two");
  await world.saves();
  assert.deepEqual([...world.server.keys()], [9]);
});

test("what another device wrote while this one was away is not overwritten", async () => {
  const world = new World();
  world.opens(ben);
  world.desk.write("Between us");
  await world.saves();
  world.hears();
  world.caches();
  world.desk.write("Between us two");
  await world.reloads({ isStale: true });
  world.server.set(1, { id: 1, type: "private", to: [7], topic: "", content: "From the phone", timestamp: 5 });
  world.registers();
  await world.saves();
  assert.deepEqual(
    [...world.server.values()].map(({ content }) => content),
    ["From the phone", "Between us two"],
  );
});

test("a draft that another device moved to others leaves the conversation, unless it was changed here", async () => {
  const world = new World();
  world.server.set(1, { id: 1, type: "private", to: [7], topic: "", content: "High water", timestamp: 1 });
  world.known = new Map(world.server);
  world.opens(ben);
  assert.equal(world.desk.get().text, "High water");
  const moved = { id: 1, type: "stream", to: [4], topic: "tides", content: "High water", timestamp: 2 } as Draft;
  world.server.set(1, moved);
  world.known = new Map(world.server);
  world.keeping.follow([{ id: 0, type: "drafts", op: "update", draft: moved } as never]);
  assert.equal(world.desk.get().text, "");
  world.opens(tides);
  assert.equal(world.desk.get().text, "High water");
});

const toBen = (content: string): Draft => ({ id: 5, type: "private", to: [7], topic: "", content, timestamp: 1 });

/** Draft 5 is "High"; "High water" was written in a window that was closed before it could be saved. */
async function withClosedWindow(): Promise<World> {
  const world = new World();
  world.stores(toBen("High"));
  world.hears();
  world.opens(ben);
  world.desk.write("High water");
  await world.reopens();
  assert.equal(world.desk.get().text, "High");
  return world;
}

test("what a closed window has left continues its draft", async () => {
  const world = await withClosedWindow();
  await world.takesOver();
  assert.equal(world.desk.get().text, "High water");
  assert.deepEqual(world.contents(), ["High water"]);
});

test("what a closed window has left does not replace what another device wrote since", async () => {
  const world = await withClosedWindow();
  world.stores(toBen("From the phone"));
  world.hears();
  await world.takesOver();
  assert.equal(world.desk.get().text, "From the phone");
  assert.deepEqual(world.contents(), ["From the phone", "High water"]);
});

test("what a closed window has left does not replace what was written here since, saved or not, heard or not", async () => {
  for (const does of ["write", "save", "hear"]) {
    const world = await withClosedWindow();
    world.desk.write("High and low");
    if (does !== "write") await world.saves();
    if (does === "hear") world.hears();
    await world.takesOver();
    assert.equal(world.desk.get().text, "High and low");
    await world.reloads();
    await world.saves();
    const words = [...world.contents(), ...world.desk.sheets.map(({ text }) => text)].join(" ");
    for (const text of ["High and low", "High water"]) assert.ok(words.includes(text), `${text}, ${does}`);
  }
});

test("what a closed window has left is taken over, also after a text that was about to be deleted", async () => {
  const world = new World();
  world.stores(toBen("High"));
  world.hears();
  world.opens(ben);
  world.isOffline = true;
  world.desk.write("");
  world.opens(tides);
  world.desk.write("Low water");
  await world.reopens();
  assert.deepEqual(
    world.left.map(({ draft }) => draft.content),
    ["", "Low water"],
  );
  await world.takesOver();
  assert.equal(world.desk.get().text, "Low water");
});

test("two closed windows have left different texts of one draft: both stay", async () => {
  const world = await withClosedWindow();
  world.desk.write("High and low");
  await world.reopens();
  await world.takesOver();
  const words = world.contents().join(" ");
  for (const text of ["High and low", "High water"]) assert.ok(words.includes(text), words);
});

type Plain =
  | ("c" | "x" | "type" | "send" | "close" | "save" | "hear" | "saveAndHear" | "cache" | "reload" | "reloadOld")
  | ("synchronize" | "reopen" | "takeOver" | "writeElsewhere");
type Step =
  | { readonly does: "open" | "hearBeforeResponse"; readonly at: Target | undefined }
  | { readonly does: "reply" | "quote" | "readdress"; readonly to: Target }
  | { readonly does: Plain }
  | { readonly does: "restore"; readonly nth: number };

const conversation = fc.constantFrom(...CONVERSATIONS);
const recipients = fc.constantFrom(...CONVERSATIONS, NOWHERE, untitled);
const does = (...names: Plain[]) => fc.constantFrom<Step>(...names.map((name) => ({ does: name })));
const steps = fc.oneof(
  { weight: 4, arbitrary: does("type") },
  { weight: 2, arbitrary: does("c", "x", "send", "close", "cache", "reload", "reloadOld") },
  { weight: 3, arbitrary: does("save", "hear", "saveAndHear", "saveAndHear") },
  { weight: 4, arbitrary: fc.option(conversation, { nil: undefined }).map((at): Step => ({ does: "open", at })) },
  { weight: 1, arbitrary: does("synchronize") },
  { weight: 2, arbitrary: does("reopen", "takeOver", "takeOver", "writeElsewhere") },
  { weight: 1, arbitrary: conversation.map((at): Step => ({ does: "hearBeforeResponse", at })) },
  { weight: 3, arbitrary: recipients.map((to): Step => ({ does: "readdress", to })) },
  { weight: 2, arbitrary: conversation.map((to): Step => ({ does: "reply", to })) },
  { weight: 2, arbitrary: conversation.map((to): Step => ({ does: "quote", to })) },
  { weight: 1, arbitrary: fc.nat(3).map((nth): Step => ({ does: "restore", nth })) },
);

/** Where each word belongs: to whom it was written, unless its recipients were changed. */
class Walk {
  readonly world = new World();
  readonly belongs = new Map<string, string>();
  readonly #sent = new Set<string>();
  /** Words that a closed window has left and the server has too: both may be changed before it is taken over. */
  readonly #copied = new Set<string>();
  #words = 0;

  async take(step: Step): Promise<void> {
    const { world } = this;
    const isShown = world.here !== undefined || world.desk.get().isOpen || world.desk.get().text !== "";
    // Readers who write before the server has answered may be answering an old state.
    if (!world.isUpToDate && !["open", "hear", "save", "saveAndHear", "cache", "takeOver"].includes(step.does))
      world.registers();
    switch (step.does) {
      case "open":
        world.opens(step.at);
        break;
      case "reply":
        world.replies(step.to);
        break;
      case "quote":
        world.replies(step.to, this.#word(step.to));
        break;
      case "readdress":
        if (isShown) this.#readdress(step.to);
        break;
      case "c": {
        const channelId = world.here?.to === "channel" ? world.here.channelId : undefined;
        world.desk.begin({ to: "channel", channelId, topic: "" }, { isNew: true });
        break;
      }
      case "x":
        world.desk.begin({ to: "direct", userIds: [] }, { isNew: true });
        break;
      case "type":
        if (isShown) world.desk.write(`${world.desk.get().text}${this.#word(world.desk.get().target)} `);
        break;
      case "send":
        this.#send();
        break;
      case "close":
        world.desk.close();
        break;
      case "save":
        await world.saves();
        break;
      case "hear":
        world.hears();
        break;
      case "saveAndHear":
        await world.saves();
        world.hears();
        break;
      case "hearBeforeResponse":
        world.beforeResponse = () => {
          world.beforeResponse = () => {};
          world.hears();
          world.opens(step.at);
          this.#restore(0);
        };
        await world.saves();
        world.beforeResponse = () => {};
        break;
      case "synchronize":
        world.synchronizes(!world.isSynchronized);
        break;
      case "cache":
        world.caches();
        break;
      case "reload":
        await world.reloads();
        break;
      case "reloadOld":
        await world.reloads({ isStale: true });
        break;
      case "reopen":
        await world.reopens();
        this.#noteCopies();
        break;
      case "takeOver":
        await world.takesOver();
        break;
      case "writeElsewhere":
        this.#writeElsewhere();
        break;
      case "restore":
        world.hears();
        if (!world.here) this.#restore(step.nth);
        break;
    }
    await soon();
  }

  #noteCopies(): void {
    const there = new Set(this.world.contents().flatMap((content) => this.#wordsIn(content)));
    for (const { draft } of this.world.left)
      for (const word of this.#wordsIn(draft.content)) if (there.has(word)) this.#copied.add(word);
  }

  /** Another device continues the first draft, which may have been changed here as well. */
  #writeElsewhere(): void {
    const [draft] = this.world.server.values();
    if (!draft) return;
    for (const word of this.#wordsIn(draft.content)) this.#copied.add(word);
    const word = this.#word(targetOfDraft(draft, OWN_ID));
    this.#copied.add(word);
    this.world.stores({ ...draft, content: `${draft.content} ${word}` });
    this.world.hears();
  }

  #restore(nth: number): void {
    const { world } = this;
    const draft = [...world.known.values()][nth];
    if (!draft) return;
    const target = targetOfDraft(draft, OWN_ID);
    world.desk.restore(target, draft.content, draft.id);
    if (target.to === "direct" || target.channelId !== undefined) world.opens(target);
  }

  #word(target: Target): string {
    this.#words += 1;
    const word = `word${this.#words}.`;
    this.belongs.set(word, targetKey(target));
    return word;
  }

  #wordsIn(text: string): string[] {
    return text.match(/word\d+\./g) ?? [];
  }

  #readdress(to: Target): void {
    for (const word of this.#wordsIn(this.world.desk.get().text)) this.belongs.set(word, targetKey(to));
    this.world.desk.readdress(to);
  }

  #send(): void {
    const { id, target, text } = this.world.desk.get();
    if (text.trim() === "" || targetKey(target) === "nowhere") return;
    for (const word of this.#wordsIn(text)) {
      if (!this.#copied.has(word))
        assert.equal(this.belongs.get(word), targetKey(target), `${word} is sent to whom it was written`);
      this.#sent.add(word);
    }
    this.world.desk.finish(id);
  }

  #textsLeft(): readonly string[] {
    return this.world.left.map(({ draft }) => draft.content);
  }

  /** No word is lost, in two messages, or with other recipients than its own. */
  check(): void {
    const { desk, server } = this.world;
    const { here } = this.world;
    for (const [word, key] of this.belongs) {
      if (this.#sent.has(word)) continue;
      if (this.#copied.has(word)) {
        const texts = [...desk.sheets.map(({ text }) => text), ...this.world.contents(), ...this.#textsLeft()];
        assert.ok(
          texts.some((text) => text.includes(word)),
          `${word} is kept somewhere`,
        );
        continue;
      }
      const isOwn = ({ isTaken }: Sheet) => this.world.isUpToDate || !isTaken;
      const sheets = desk.sheets.filter((sheet) => this.#wordsIn(sheet.text).includes(word) && isOwn(sheet));
      assert.ok(sheets.length <= 1, `${word} is in one message`);
      for (const { target } of sheets) assert.equal(targetKey(target), key, `${word} is for whom it was written`);
      if (sheets.length === 1) continue;
      const drafts = [...server.values(), ...this.world.left.map(({ draft }) => draft)].filter(({ content }) =>
        this.#wordsIn(content).includes(word),
      );
      const keys = drafts.map((draft) => targetKey(targetOfDraft(draft, OWN_ID)));
      assert.ok(keys.includes(key), `${word} is kept`);
    }
    // The box of a conversation is its own, unless a message was started in it.
    if (here && !desk.get().isOpen && !desk.get().isAway) assert.equal(targetKey(desk.get().target), targetKey(here));
  }

  /** Opening a conversation shows its words, but for those that are separate drafts. */
  checkReturn(): void {
    if (!this.world.isUpToDate) this.world.registers();
    const { desk, server } = this.world;
    for (const target of CONVERSATIONS) {
      this.world.opens(undefined);
      this.world.opens(target);
      const { text, target: shown, isAway } = desk.get();
      assert.deepEqual([targetKey(shown), isAway], [targetKey(target), false]);
      for (const [word, key] of this.belongs) {
        if (key !== targetKey(target) || this.#sent.has(word) || this.#copied.has(word) || text.includes(word))
          continue;
        const isNew = desk.sheets.some((sheet) => sheet.isNew && sheet.text.includes(word));
        const isDraft = [...server.values()].some(({ content }) => content.includes(word));
        assert.ok(isNew || isDraft, `${word} is found again`);
      }
    }
  }
}

test("whatever the reader does, words go to whom they were written, and none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40, size: "max" }), async (taken) => {
      const walk = new Walk();
      for (const step of taken) {
        await walk.take(step);
        walk.check();
      }
      await walk.take({ does: "takeOver" });
      walk.check();
      walk.checkReturn();
    }),
    { numRuns: 250 },
  );
});
