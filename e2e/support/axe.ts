/** What people with assistive technology would trip over, as axe finds it: in light and in dark. */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { CDPSession, Page } from "playwright-core";

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

interface Looked {
  /** What was looked at on a screen before and is the same on this one. */
  readonly without?: readonly string[];
}

/** In the dark the same things stand on the screen: only what is said of their colours may differ. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What is still coming in can be seen by nobody yet, and its colours are not those it will have. */
const STANDS_STILL = `Promise.all(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  .map(({ finished }) => finished.catch(() => {}))).then(() => {})`;

/** Asked over the browser's own line: the page's policy lets no script in but ours. */
export async function noViolations(page: Page, { without = [] }: Looked = {}): Promise<void> {
  const looked = JSON.stringify({ exclude: without });
  const line = await page.context().newCDPSession(page);
  try {
    if ((await asked(line, "typeof axe")) !== "object") await asked(line, axe.source);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(STANDS_STILL);
      const rules = colorScheme === "light" ? {} : { runOnly: OF_COLOURS };
      const options = JSON.stringify({ resultTypes: ["violations"], preload: { assets: ["media"] }, ...rules });
      const violations = await asked(line, `axe.run(${looked}, ${options}).then(({ violations }) => violations)`);
      const found = (violations as AxeViolation[]).flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help} ${JSON.stringify(target)} ${failureSummary ?? ""}`),
      );
      assert.deepEqual(found, [], `${page.url()} in ${colorScheme}`);
    }
  } finally {
    await page.emulateMedia({ colorScheme: null });
    await line.detach();
  }
}

async function asked(line: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await line.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  assert.equal(exceptionDetails?.exception?.description, undefined);
  return result.value;
}
