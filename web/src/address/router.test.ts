import assert from "node:assert/strict";
import { test } from "node:test";
import { Router, type RouterWindow } from "./router.ts";

interface HistoryPage {
  hash: string;
  state: unknown;
}

/** A fake browser window with a realistic history. */
class FakeWindow implements RouterWindow {
  pages: HistoryPage[];
  at = 0;
  writes = 0;
  #listeners: [string, () => void][] = [];
  #timers = new Map<number, () => void>();

  constructor(hash = "", state: unknown = null) {
    this.pages = [{ hash, state }];
  }

  get #page(): HistoryPage {
    const page = this.pages[this.at];
    assert.ok(page);
    return page;
  }

  get location() {
    return { hash: this.#page.hash };
  }

  readonly history = ((window: FakeWindow) => ({
    get state() {
      return window.#page.state;
    },
    scrollRestoration: "auto",
    pushState(state: unknown, _: string, url: string) {
      window.pages = [...window.pages.slice(0, window.at + 1), { hash: url, state: structuredClone(state) }];
      window.at += 1;
    },
    replaceState(state: unknown, _: string, url?: string) {
      window.writes += 1;
      window.pages[window.at] = { hash: url ?? window.#page.hash, state: structuredClone(state) };
    },
    back: () => window.go(-1),
    forward: () => window.go(1),
    go: (by: number) => window.go(by),
  }))(this);

  go(by: number) {
    if (!this.pages[this.at + by]) return;
    this.at += by;
    this.#fire("popstate");
    this.#fire("hashchange");
  }

  /** Like clicking a link in the page or typing an address. */
  follow(hash: string) {
    this.pages = [...this.pages.slice(0, this.at + 1), { hash, state: null }];
    this.at += 1;
    this.#fire("popstate");
    this.#fire("hashchange");
  }

  #fire(type: string) {
    for (const [each, listener] of this.#listeners) if (each === type) listener();
  }

  addEventListener(type: string, listener: () => void) {
    this.#listeners.push([type, listener]);
  }

  removeEventListener(_: string, listener: () => void) {
    this.#listeners = this.#listeners.filter(([, each]) => each !== listener);
  }

  setTimeout(callback: () => void) {
    this.#timers.set(this.#timers.size + 1, callback);
    return this.#timers.size;
  }

  clearTimeout(timer: number) {
    this.#timers.delete(timer);
  }

  passTime() {
    const due = [...this.#timers.values()];
    this.#timers.clear();
    for (const callback of due) callback();
  }
}

function routed(hash = "#inbox") {
  const window = new FakeWindow(hash);
  let made = 0;
  const router = new Router(window, () => `entry${++made}`);
  const heard: string[] = [];
  router.subscribe(() => heard.push(router.getSnapshot().fragment));
  return { window, router, heard };
}

test("going elsewhere adds to the history, and Back restores what was remembered there", () => {
  const { window, router, heard } = routed();
  router.remember("scroll", 1200);
  router.remember("panel", "people");
  router.navigate("narrow/is/starred");
  assert.equal(router.recall("scroll"), undefined);
  router.back();
  assert.equal(router.recall("scroll"), 1200);
  assert.equal(router.recall("panel"), "people");
  router.forward();
  assert.deepEqual(heard, ["narrow/is/starred", "inbox", "narrow/is/starred"]);
  assert.equal(window.pages.length, 2);
});

test("remembering adds no history, tells nobody, and writes to the browser once in a while", () => {
  const { window, router, heard } = routed();
  const before = router.getSnapshot();
  const writes = window.writes;
  for (let message = 1; message <= 100; message += 1) router.remember("cursor", message);
  assert.equal(window.writes, writes);
  window.passTime();
  assert.equal(window.writes, writes + 1);
  assert.equal(window.pages.length, 1);
  assert.deepEqual(heard, []);
  assert.equal(router.getSnapshot(), before);
});

test("what is remembered at the moment of leaving is kept, also when the browser's own Back leaves", () => {
  const { router } = routed();
  router.onLeave(() => router.remember("scroll", router.getSnapshot().fragment));
  router.navigate("recent");
  router.back();
  assert.equal(router.recall("scroll"), "inbox");
  router.forward();
  assert.equal(router.recall("scroll"), "recent");
});

test("a reload finds what was remembered", () => {
  const { window, router } = routed();
  router.remember("cursor", 214);
  window.passTime();
  router.stop();
  const again = new Router(new FakeWindow("#inbox", window.history.state));
  assert.equal(again.recall("cursor"), 214);
  assert.equal(again.getSnapshot().id, "entry1");
});

test("a link followed in the page is told once and becomes an entry like any other", () => {
  const { window, router, heard } = routed();
  window.follow("#narrow/dm/7-Mei-Tanaka");
  assert.deepEqual(heard, ["narrow/dm/7-Mei-Tanaka"]);
  router.remember("cursor", 3);
  router.navigate("recent");
  router.back();
  assert.equal(router.recall("cursor"), 3);
  assert.ok(router.canGoBack());
  router.back();
  assert.ok(!router.canGoBack());
});

test("a better spelling of the same place replaces it and forgets nothing", () => {
  const { window, router, heard } = routed("#recent_topics");
  router.remember("scroll", 7);
  router.replace("recent");
  assert.equal(window.location.hash, "#recent");
  assert.equal(router.recall("scroll"), 7);
  assert.equal(window.pages.length, 1);
  router.navigate("recent");
  assert.deepEqual(heard, ["recent"]);
});

test("a history that somebody else wrote into is not believed", () => {
  const router = new Router(new FakeWindow("#inbox", { scroll: 3 }), () => "fresh");
  assert.equal(router.getSnapshot().id, "fresh");
  assert.equal(router.recall("scroll"), undefined);
});

test("after it is stopped it hears nothing", () => {
  const { window, router, heard } = routed();
  router.stop();
  window.follow("#recent");
  assert.deepEqual(heard, []);
});

test("goes back over several entries to the last one that matches", () => {
  const window = new FakeWindow("#inbox");
  const router = new Router(window);
  router.navigate("narrow/dm/7");
  router.remember("scrolled", 40);
  for (const page of ["settings/profile", "settings/preferences", "settings/profile"]) router.navigate(page);
  assert.ok(router.backTo((fragment) => !fragment.startsWith("settings")));
  assert.equal(router.getSnapshot().fragment, "narrow/dm/7");
  assert.equal(router.recall("scrolled"), 40);
  assert.ok(!router.backTo((fragment) => fragment === "recent"), "nothing matches");
  assert.equal(router.getSnapshot().fragment, "narrow/dm/7");
  const opened = new Router(new FakeWindow("#settings/profile"));
  assert.ok(!opened.backTo(() => true), "other sites' entries are not ours");
});

test("an entry that is held is left only after the answer, in whatever way it was to be left", () => {
  const { window, router } = routed();
  router.navigate("recent");
  router.navigate("organization/organization-permissions");
  const asked: (() => void)[] = [];
  const hold = () => router.hold((leave) => void asked.push(leave));
  const here = () => [window.location.hash, router.getSnapshot().fragment];
  const permissions = ["#organization/organization-permissions", "organization/organization-permissions"];

  // A link.
  hold();
  window.follow("#drafts");
  assert.deepEqual(here(), permissions);
  assert.equal(asked.length, 1);
  asked.pop()?.();
  assert.deepEqual(here(), ["#drafts", "drafts"]);

  // Back, by one and by several.
  window.go(-1);
  hold();
  router.backTo((fragment) => fragment === "inbox");
  assert.deepEqual(here(), permissions);
  window.go(-1);
  assert.deepEqual(here(), permissions);
  assert.equal(asked.length, 2);
  asked[0]?.();
  assert.deepEqual(here(), ["#inbox", "inbox"]);

  // A key or a button; and nothing is asked once it is released.
  window.go(2);
  const release = hold();
  router.navigate("drafts");
  assert.deepEqual(here(), permissions);
  assert.equal(asked.length, 3);
  release();
  router.navigate("drafts");
  assert.deepEqual(here(), ["#drafts", "drafts"]);
  assert.equal(asked.length, 3);
});
