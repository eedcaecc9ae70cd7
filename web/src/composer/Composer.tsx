/** Where messages are written, at the foot of a view. */
import { useState } from "react";
import { conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import "./composer.css";

export function Composer({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const { outbox } = useSession();
  const [text, setText] = useState("");
  const conversation = conversationOf(terms);
  const send = () => {
    if (text.trim() === "" || !conversation) return;
    setText("");
    outbox.send(
      conversation.type === "topic"
        ? { type: "channel", to: conversation.channelId, topic: conversation.topic, content: text }
        : { type: "direct", to: conversation.userIds, content: text },
    );
  };
  if (!conversation) return null;
  return (
    <section className="compose" data-region="composer" aria-label={t("message.compose")}>
      <div className="axis">
        <div className="boxed">
          <textarea
            className="write"
            aria-label={t("message.write")}
            value={text}
            rows={2}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey) return;
              event.preventDefault();
              send();
            }}
          />
        </div>
      </div>
    </section>
  );
}
