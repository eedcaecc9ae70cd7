import assert from "node:assert/strict";
import { test } from "node:test";
import { DraftKeeper, type KeptDraft } from "./keeper.ts";

interface Desk {
  readonly keeper: DraftKeeper;
  readonly server: Map<number, string>;
  readonly calls: string[];
  readonly here: () => readonly string[];
  readonly keptIds: () => readonly (number | undefined)[];
  readonly savedAs: (number | undefined)[];
  readonly latest: boolean[];
  isOffline: boolean;
  isSynchronized: boolean;
}

/** Timers never fire by themselves: tests flush explicitly. */
function desk(): Desk {
  const server = new Map<number, string>();
  const calls: string[] = [];
  const savedAs: (number | undefined)[] = [];
  const latest: boolean[] = [];
  let kept: readonly KeptDraft[] = [];
  let last = 0;
  const answer = (call: string) => {
    if (made.isOffline) throw new Error("offline");
    calls.push(call);
  };
  const keeper = new DraftKeeper({
    isSynchronized: () => made.isSynchronized,
    isUpToDate: () => true,
    keepHere: (now) => {
      kept = now;
    },
    onSaved: (_, id, isLatest) => {
      savedAs.push(id);
      latest.push(isLatest);
    },
    onForget: () => true,
    setTimeout: () => 1,
    clearTimeout: () => {},
    server: {
      async create({ content }) {
        answer(`create ${content}`);
        last += 1;
        server.set(last, content);
        return last;
      },
      async edit(id, { content }) {
        answer(`edit ${id} ${content}`);
        if (!server.has(id)) return false;
        server.set(id, content);
        return true;
      },
      async remove(id) {
        answer(`remove ${id}`);
        server.delete(id);
      },
    },
  });
  const here = () => kept.map(({ draft }) => draft.content);
  const keptIds = () => kept.map(({ id }) => id);
  const made: Desk = { keeper, server, calls, here, keptIds, savedAs, latest, isOffline: false, isSynchronized: true };
  return made;
}

const written = (content: string, id?: number): KeptDraft => ({
  id,
  draft: { type: "stream", to: [4], topic: "tides", content },
});

test("what is written becomes one draft, and is written on in it", async () => {
  const { keeper, server, savedAs } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  keeper.note(1, written("High water"));
  await keeper.flush();
  assert.deepEqual([...server], [[1, "High water"]]);
  assert.deepEqual(savedAs, [1, 1]);
});

test("what is kept here knows what it was saved as, so that the next visit makes no second draft of it", async () => {
  const made = desk();
  made.keeper.note(1, written("High"));
  await made.keeper.flush();
  made.isOffline = true;
  made.keeper.note(1, written("High water"));
  await made.keeper.flush();
  assert.deepEqual(made.keptIds(), [1]);
});

test("what the server has is not kept here: another device may have changed it by the next visit", async () => {
  const { keeper, here } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  assert.deepEqual(here(), []);
});

test("what is saved already is not sent again", async () => {
  const { keeper, calls } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  await keeper.flush();
  assert.deepEqual(calls, ["create High"]);
});

test("nothing but space is not kept", async () => {
  const { keeper, calls, here } = desk();
  keeper.note(1, written(" \n"));
  await keeper.flush();
  assert.deepEqual(calls, []);
  assert.deepEqual(here(), []);
});

test("a draft whose text was deleted goes", async () => {
  const { keeper, server, here } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  keeper.note(1, written("", 1));
  await keeper.flush();
  assert.deepEqual([...server], []);
  assert.deepEqual(here(), []);
});

test("a draft that another device has deleted is made again", async () => {
  const { keeper, server } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  server.clear();
  keeper.note(1, written("High water", 1));
  await keeper.flush();
  assert.deepEqual([...server], [[2, "High water"]]);
});

test("nothing is left of what was sent, also when it was just being saved", async () => {
  const { keeper, server, here } = desk();
  keeper.note(1, written("High"));
  const saving = keeper.flush();
  await keeper.forget(1, undefined);
  await saving;
  assert.deepEqual([...server], []);
  assert.deepEqual(here(), []);
});

test("the message after one that was sent is another draft", async () => {
  const { keeper, server } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  await keeper.forget(1, 1);
  keeper.note(2, written("Low"));
  await keeper.flush();
  assert.deepEqual([...server], [[2, "Low"]]);
});

test("each sheet is saved under its own id, in whatever order they are written on", async () => {
  const { keeper, server } = desk();
  server.set(7, "An older one");
  keeper.note(1, written("High"));
  await keeper.flush();
  keeper.note(1, written("High water at nine", 1));
  keeper.note(2, written("An older one, longer", 7));
  await keeper.flush();
  keeper.note(1, written("High water at ten"));
  await keeper.flush();
  assert.deepEqual(
    [...server],
    [
      [7, "An older one, longer"],
      [1, "High water at ten"],
    ],
  );
});

test("what is written while it is being saved is not taken for saved", async () => {
  const made = desk();
  made.keeper.note(1, written("High"));
  const saving = made.keeper.flush();
  // By then it is on its way.
  await Promise.resolve();
  made.keeper.note(1, written("High water"));
  await saving;
  assert.deepEqual(made.latest, [false]);
  await made.keeper.flush();
  assert.deepEqual(made.latest, [false, true]);
});

test("a draft that another device has changed stays as it is, and what is written here becomes another", async () => {
  const { keeper, server } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  server.set(1, "Theirs");
  keeper.detach(1);
  keeper.note(1, written("High water"));
  await keeper.flush();
  assert.deepEqual(
    [...server],
    [
      [1, "Theirs"],
      [2, "High water"],
    ],
  );
});

test("offline everything stays here, and goes to the server when it can", async () => {
  const made = desk();
  made.isOffline = true;
  made.keeper.note(1, written("High"));
  await made.keeper.flush();
  made.keeper.note(2, written("Low"));
  await made.keeper.flush();
  assert.deepEqual(made.here(), ["High", "Low"]);
  made.isOffline = false;
  await made.keeper.flush();
  assert.deepEqual([...made.server.values()].toSorted(), ["High", "Low"]);
  assert.deepEqual(made.here(), []);
});

test("a text that was sent stays here until it is stored in the outbox", async () => {
  const made = desk();
  const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
  made.keeper.note(1, written("High"));
  const forgotten = made.keeper.forget(1, undefined, isStored);
  await made.keeper.flush();
  assert.deepEqual(made.here(), ["High"]);
  assert.deepEqual(made.calls, [], "it is not saved as a draft any more");
  store();
  await forgotten;
  assert.deepEqual(made.here(), []);
});

test("the draft of a text that was sent stays on the server until the text is stored in the outbox", async () => {
  const made = desk();
  const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
  made.keeper.note(1, written("High"));
  await made.keeper.flush();
  const forgotten = made.keeper.forget(1, 1, isStored);
  await made.keeper.flush();
  assert.deepEqual([...made.server.values()], ["High"]);
  store();
  await forgotten;
  assert.deepEqual([...made.server.values()], []);
});

test("a text that is changed back to what is saved counts as saved", async () => {
  const { keeper, calls, latest } = desk();
  keeper.note(1, written("High"));
  await keeper.flush();
  keeper.note(1, written("High water", 1));
  keeper.note(1, written("High", 1));
  await keeper.flush();
  await keeper.flush();
  assert.deepEqual(calls, ["create High"]);
  assert.deepEqual(latest, [true, true]);
});

test("a draft that is saved while synchronization is turned off stays here", async () => {
  const made = desk();
  made.keeper.note(1, written("High"));
  const saved = made.keeper.flush();
  made.isSynchronized = false;
  await saved;
  assert.deepEqual(made.here(), ["High"]);
});

test("without synchronization nothing leaves this browser", async () => {
  const made = desk();
  made.isSynchronized = false;
  made.keeper.note(1, written("High"));
  await made.keeper.flush();
  await made.keeper.forget(2, 3);
  assert.deepEqual(made.calls, []);
  assert.deepEqual(made.here(), ["High"]);
});

test("what the server does not have is known: refused, not synchronized, or written since", async () => {
  const made = desk();
  const unsaved = () => made.keeper.unsaved.map(({ draft }) => draft.content);
  made.keeper.note(1, written("High"));
  made.isOffline = true;
  await made.keeper.flush();
  assert.deepEqual(unsaved(), ["High"]);
  made.isOffline = false;
  await made.keeper.flush();
  assert.deepEqual(unsaved(), []);
  made.isSynchronized = false;
  made.keeper.note(1, written("High water", 1));
  await made.keeper.flush();
  assert.deepEqual(unsaved(), ["High water"]);
  made.keeper.note(1, written("", 1));
  assert.deepEqual(unsaved(), [], "deleting is no loss");
});
