import assert from "node:assert/strict";
import { test } from "node:test";
import { withStorage } from "./test-storage.ts";

test("after signing out in another window, nothing more is stored", async (t) => {
  const listeners: ((event: Partial<StorageEvent>) => void)[] = [];
  const stored = withStorage(t, {
    addEventListener: (_: "storage", listener: (typeof listeners)[number]) => listeners.push(listener),
  });
  // Another copy of the module, which listens from its start and does not sign out the other tests.
  const copy = "./keeping.ts?signed-out-elsewhere";
  const { ACCOUNT, keep } = (await import(copy)) as typeof import("./keeping.ts");
  const hears = (event: Partial<StorageEvent>) => {
    for (const listener of listeners) listener(event);
  };
  hears({ key: `parley.${ACCOUNT}`, newValue: "5" });
  hears({ key: "parley.drafts.5", newValue: null });
  keep("drafts.5", ["High water"]);
  assert.equal(stored.size, 1);
  stored.clear();
  hears({ key: `parley.${ACCOUNT}`, newValue: null });
  keep("drafts.5", ["High water"]);
  assert.equal(stored.size, 0);
});
