/**
 * Loaded before `node:test`: stops the test runner from tracking every promise. Tracking tells it which test a stray
 * error belongs to, and costs a fifth of the processor time of our tests. The runner still knows which suite a test is
 * declared in, and `together.ts` names the test that a stray error belongs to.
 */
import hooks, { type HookCallbacks } from "node:async_hooks";

const { createHook } = hooks;

hooks.createHook = (callbacks: HookCallbacks) => {
  const { init } = callbacks;
  if (!init || !isTestRunner()) return createHook(callbacks);
  return createHook({
    trackPromises: false,
    init(asyncId, type, triggerAsyncId, resource) {
      if (type === "Test") init(asyncId, type, triggerAsyncId, resource);
    },
  });
};

/** Whether Node's own test runner makes the call. */
function isTestRunner(): boolean {
  return new Error("").stack?.includes("node:internal/test_runner/") ?? false;
}
