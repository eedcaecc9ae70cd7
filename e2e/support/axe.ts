/** Finds accessibility problems with axe, in light and dark. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "playwright-core";

/** As it is minified: every page that is looked at gets it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

interface Looked {
  /** Elements already checked on an earlier screen. */
  readonly without?: readonly string[];
}

/** Dark mode shows the same elements, so only the rules about colours can give other results. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Elements that are still animating in do not have their final colours. */
const STANDS_STILL = `Promise.all(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  .map(({ finished }) => finished.catch(() => {}))).then(() => {})`;

/** Runs over the DevTools protocol, because the page's policy allows only our own scripts. */
export async function noViolations(page: Page, { without = [] }: Looked = {}): Promise<void> {
  const looked = JSON.stringify({ exclude: without });
  const line = await page.context().newCDPSession(page);
  try {
    if ((await asked(line, "typeof axe")) !== "object") await asked(line, AXE);
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
