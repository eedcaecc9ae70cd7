/** What people with assistive technology would trip over, as axe finds it: in light and in dark. */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Found {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

/** What is still coming in can be seen by nobody yet, and its colours are not those it will have. */
const STANDS_STILL = `Promise.all(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  .map(({ finished }) => finished.catch(() => {}))).then(() => {})`;

/** Asked over the browser's own line: the page's policy lets no script in but ours. */
export async function noViolations(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  try {
    await line.send("Runtime.evaluate", { expression: axe.source });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(STANDS_STILL);
      const { result, exceptionDetails } = await line.send("Runtime.evaluate", {
        expression: "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
        awaitPromise: true,
        returnByValue: true,
      });
      assert.equal(exceptionDetails?.exception?.description, undefined);
      const found = (result.value as Found[]).flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help} ${JSON.stringify(target)} ${failureSummary ?? ""}`),
      );
      assert.deepEqual(found, [], `${page.url()} in ${colorScheme}`);
    }
  } finally {
    await page.emulateMedia({ colorScheme: null });
    await line.detach();
  }
}
