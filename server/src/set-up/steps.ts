/** The three steps on the set-up pages. */
import { type Html, html } from "../kernel/pages/html.ts";

export interface SetUpStep {
  readonly title: string;
  readonly body: Html;
  /** The step is complete, and shows its result. */
  readonly isDone?: boolean;
  readonly isClosed?: boolean;
}

/** A script collapses later steps; without scripts all are open. */
export const drawSteps = (steps: readonly SetUpStep[]): Html =>
  html`${steps.map(
    (
      { title, body, isDone, isClosed },
      index,
    ) => html`<section class="step${isDone && " done"}${isClosed && " closed"}" aria-labelledby="step-${index + 1}">
<h2 id="step-${index + 1}"><span class="number" aria-hidden="true">${isDone ? "✓" : index + 1}</span> ${title}</h2>
<div class="inside">${body}</div>
</section>
`,
  )}`;
