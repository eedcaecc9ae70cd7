/**
 * Loaded before `node:test`: keeps the test runner from tracking every promise. It does so to learn which test a stray
 * error belongs to, and it costs a fifth of the processor time of a test of ours. Which suite a test is declared in is
 * still known, and `together.ts` names the test in which an error went astray.
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

/** Whether the call comes from Node's own test runner. */
function isTestRunner(): boolean {
  return new Error("").stack?.includes("node:internal/test_runner/") ?? false;
}
