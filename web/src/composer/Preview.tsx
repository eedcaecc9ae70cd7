/** How the message will look. */
import { normalised } from "@parley/client";
import { messages } from "@parley/server/contract";
import { widgetOf } from "@parley/server/text/markdown/widgets.ts";
import { useEffect, useRef, useState } from "react";
import { Body } from "../markup/Body.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { Widget } from "../widgets/Widget.tsx";

export function Preview({ text }: { readonly text: string }) {
  const widget = widgetOf(normalised(text));
  const shown = useRef<HTMLElement>(null);
  // Takes the focus from the text box, so that its keys, including the one that returns, keep working.
  useEffect(() => shown.current?.focus(), []);
  return (
    <section className="preview body" aria-live="polite" aria-label={t("composer.preview")} tabIndex={-1} ref={shown}>
      {widget ? <WidgetPreview content={JSON.stringify(widget)} /> : <Rendered text={text} />}
    </section>
  );
}

/** The poll or to-do list that the message will have. Nobody can vote in it yet. */
function WidgetPreview({ content }: { readonly content: string }) {
  const sender_id = useOwnId();
  const submessages = [{ id: 1, sender_id, msg_type: "widget", content }];
  return (
    <fieldset disabled>
      <Widget message={{ id: 0, sender_id, submessages }} />
    </fieldset>
  );
}

/** The rendered text, from the server. The last one stays until a new one arrives. */
function Rendered({ text }: { readonly text: string }) {
  const { connection } = useSession();
  const [made, setMade] = useState<{ readonly html: string; readonly of: string }>();
  const [failed, setFailed] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    const wanted = new AbortController();
    connection.call(messages.renderMessage, { content: text }, { signal: wanted.signal }).then(
      ({ rendered }) => {
        setMade({ html: rendered, of: text });
        setFailed(undefined);
      },
      () => wanted.signal.aborted || setFailed(t("composer.previewFailed")),
    );
    return () => wanted.abort();
  }, [connection, text, attempt]);
  return (
    <>
      {failed !== undefined && <Failure text={failed} onRetry={() => setAttempt(attempt + 1)} />}
      {made ? <Body html={made.html} messageId={0} /> : failed === undefined && <Skeleton rows={1} />}
    </>
  );
}
