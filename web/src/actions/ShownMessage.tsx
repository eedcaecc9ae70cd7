/** The message that a dialog is about. */
import { Body } from "../markup/Body.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { useMessage } from "../state/messages.ts";
import { nameOf } from "../state/people.ts";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { momentText } from "../text/dates.ts";
import "./actions.css";

export function ShownMessage({ messageId }: { readonly messageId: number }) {
  const message = useMessage(messageId);
  const clock = useClock();
  const name = useStore((state) => nameOf(state, message?.sender_id ?? 0));
  if (!message) return null;
  return (
    <blockquote className="shown-message">
      <Avatar userId={message.sender_id} size="s" />
      <div>
        <b dir="auto">{name}</b> <time>{momentText(message.timestamp, clock)}</time>
        <Body html={message.content} messageId={undefined} />
      </div>
    </blockquote>
  );
}
