/** For tests: a page with storage of its own, and other globals as given, until the test ends. */
import type { TestContext } from "node:test";

/** Returns what is stored. */
export function withStorage(t: TestContext, others: Readonly<Record<string, unknown>> = {}): Map<string, string> {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const globals = { document: { cookie: "" }, localStorage: storage, sessionStorage: storage, ...others };
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
  return stored;
}
