/** The content of a message: its text, or its widget. */
import type { Message } from "@parley/client";
import type { ReactNode } from "react";
import { hidePreview } from "../actions/hide-preview.ts";
import { openPersonCard } from "../card/PersonCard.tsx";
import { compose } from "../composer/intents.ts";
import { Body } from "../markup/Body.tsx";
import { Collapsible } from "../markup/Collapsible.tsx";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { hasWidget, Widget } from "../widgets/Widget.tsx";
import { hiddenPreviews } from "./hidden-previews.ts";

interface SaidProps {
  readonly message: Message;
  readonly found: string | undefined;
  /** Shown after the last word. */
  readonly children: ReactNode;
}

export function Said({ message, found, children }: SaidProps) {
  const session = useSession();
  const { readMarks } = session;
  const ownId = useOwnId();
  if (hasWidget(message))
    return (
      <>
        <Widget message={message} reply={(text) => replyTo(message, ownId, text)} />
        {children}
      </>
    );
  const { id, content, flags, is_me_message } = message;
  const html = found ?? content;
  const hidden = hiddenPreviews(message);
  return (
    <Collapsible
      isCollapsed={flags.includes("collapsed")}
      cutsLong={mayBeLong(html)}
      onExpand={() => readMarks.mark("collapsed", "remove", [id])}
    >
      <Body
        html={is_me_message ? html.replace("/me ", "") : html}
        messageId={id}
        editedAt={message.last_edit_timestamp}
        isInTopic={flags.includes("topic_wildcard_mentioned")}
        hiddenPreviews={hidden}
        onHidePreview={message.sender_id === ownId ? (address) => hidePreview(session, id, address) : undefined}
        openPerson={openPersonCard}
      />
      {children}
    </Collapsible>
  );
}

/** Whether it may exceed the height limit; most messages cannot, and are not measured. */
const mayBeLong = (html: string): boolean => html.length > 1500 || /<(?:br|li|tr|img|pre|h\d)\b/.test(html);

function replyTo({ type, stream_id, subject, display_recipient }: Message, ownId: number, text: string): void {
  const people = Array.isArray(display_recipient) ? display_recipient.map(({ id }) => id) : [];
  if (type === "stream" && stream_id !== undefined)
    compose({ to: "channel", channelId: stream_id, topic: subject, text });
  else compose({ to: "direct", userIds: people.filter((id) => id !== ownId), text });
}
