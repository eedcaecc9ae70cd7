import type { Page } from "playwright-core";
import { type Figure, median, type Scenario } from "../scenario.ts";
import { traced } from "../web/chromium.ts";
import { open, topicLink } from "../web/places.ts";
import type { SeededOrganization } from "../web/workspace.ts";
import { keyFigures, type } from "./web-typing.ts";

/** From the key until the field is painted. */
async function opening(page: Page): Promise<number> {
  const field = page.getByRole("dialog").getByRole("combobox");
  const { trace } = await traced(page, async () => {
    const drawn = page.evaluate(
      `probe.untilKey("k", "open").then(() => probe.untilDrawn("open", () => document.querySelector("[role=dialog] [role=combobox]")))`,
    );
    await page.keyboard.press("Control+k");
    await drawn;
  });
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  return trace.spans("open")[0]?.wall ?? Number.NaN;
}

async function measure(page: Page, { longTopic }: SeededOrganization): Promise<Figure[]> {
  await open(page, topicLink(longTopic));
  const first = await opening(page);
  const later = median([await opening(page), await opening(page), await opening(page)]);
  await page.keyboard.press("Control+k");
  await type(page, "person 17");
  await page.keyboard.press("Control+a");
  return [
    ...keyFigures("50,000 conversations and people", await type(page, "question 1234 channel 7 person 42")),
    { what: "opened the first time", unit: " ms", parley: first },
    { what: "opened again", unit: " ms", parley: later, target: { atMost: 100 } },
  ];
}

export const webPalette: Scenario = {
  name: "web-palette",
  question: "How soon does the palette answer, with 45,000 conversations and 5,000 people?",
  measureInWorkspace: ({ workspace, visit }) => visit(workspace.returning, (page) => measure(page, workspace)),
};
