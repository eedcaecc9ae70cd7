/** Renders users' texts, using workers if needed. */
import type { OpenContext } from "../kernel/context.ts";
import { UnableToRender } from "./errors.ts";
import { CannotRender } from "./markdown/budget.ts";
import { renderers } from "./markdown/heavy/workers.ts";
import { element, text } from "./markdown/html.ts";
import { NO_NAMES } from "./markdown/names.ts";
import type { Rendered } from "./markdown/render.ts";
import { HeavyWorkWanted, type Texts, textsIn } from "./markdown/texts.ts";
import { pauses } from "./pauses.ts";

/** The text unchanged, for content that cannot be rendered but must be shown. */
export const asWritten = (content: string): Rendered => ({
  html: element("p", {}, text(content)),
  mentions: { users: [], groups: [], channelWildcard: false, topicWildcard: false },
  has_link: false,
  has_image: false,
  uploads: [],
  previewablePages: [],
});

/** For text without mentions and previews, such as a description. */
export async function renderPlainly(ctx: OpenContext, source: string): Promise<string> {
  const render = (texts: Texts) => inTurn(ctx, texts, () => texts.render(source, NO_NAMES, {}, accountOf(ctx)));
  return (await rendered(ctx, render)).html;
}

/** Inside a transaction, throws instead of waiting: the transaction is retried (`changeWithin`, `Jobs`). */
export async function rendered(ctx: OpenContext, attempt: (texts: Texts) => Promise<Rendered>): Promise<Rendered> {
  const texts = textsIn(ctx.prepared);
  for (;;) {
    try {
      return await attempt(texts);
    } catch (error) {
      if (error instanceof CannotRender) throw new UnableToRender();
      if (!(error instanceof HeavyWorkWanted) || "pending" in ctx) throw error;
      texts.addResults(await renderers.of(ctx.app).run(error.tasks, error));
    }
  }
}

/** Renders one text, after others have been served if the account's last one took long. */
export async function inTurn(ctx: OpenContext, texts: Texts, render: () => Rendered): Promise<Rendered> {
  const account = accountOf(ctx);
  const pause = "pending" in ctx ? undefined : pauses.of(ctx.app).before(account);
  if (pause) await pause;
  const { steps } = texts;
  try {
    return render();
  } finally {
    pauses.of(ctx.app).after(account, texts.steps - steps);
  }
}

const accountOf = ({ user, realm }: OpenContext): number | string => user?.id ?? `organization ${realm.id}`;
