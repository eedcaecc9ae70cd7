import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setImmediate as soon } from "node:timers/promises";
import { withStorage } from "../../state/test-storage.ts";
import type { KeptDraft } from "./keeper.ts";
import { KeptDrafts } from "./kept-drafts.ts";

const OWN_ID = 5;
const PLACE = `parley.drafts.${OWN_ID}`;
const note = (content: string): KeptDraft => ({
  id: undefined,
  draft: { type: "private", to: [OWN_ID], topic: "", content },
});

/** A browser in which no other window is open. Returns the texts it stores. */
function browser(t: TestContext, stored: readonly (KeptDraft & { readonly window: string })[]) {
  const locks = { request: (_: string, during: () => Promise<void>) => during() };
  const events = { addEventListener: () => {}, removeEventListener: () => {} };
  const values = withStorage(t, { navigator: { locks, languages: navigator.languages }, ...events });
  values.set(PLACE, JSON.stringify(stored));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return () => JSON.parse(values.get(PLACE) ?? "[]") as readonly (KeptDraft & { readonly window: string })[];
}

test("the texts of a closed window belong to this one as soon as it has taken them up", async (t) => {
  const stored = browser(t, [{ ...note("High water"), window: "closed" }]);
  const kept = new KeptDrafts(OWN_ID);
  const left: KeptDraft[] = [];
  kept.watch((drafts) => left.push(...drafts));
  t.mock.timers.tick(10_000);
  await soon();
  assert.deepEqual(left, [JSON.parse(JSON.stringify(note("High water")))]);
  assert.deepEqual(
    stored().map(({ window }) => window === "closed"),
    [false],
  );
  kept.keep([note("High water at ten")]);
  assert.deepEqual(
    stored().map(({ draft }) => draft.content),
    ["High water at ten"],
  );
});

test("the texts of a closed window stay stored if they could not be taken up", async (t) => {
  const stored = browser(t, [{ ...note("High water"), window: "closed" }]);
  const kept = new KeptDrafts(OWN_ID);
  kept.watch(() => {
    throw new Error("not taken up");
  });
  t.mock.timers.tick(10_000);
  await soon();
  kept.keep([note("Low water")]);
  assert.deepEqual(
    stored().map(({ draft }) => draft.content),
    ["High water", "Low water"],
  );
});
