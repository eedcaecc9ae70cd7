/** A message's widget, in place of its text. */
import { choicesFrom } from "./choices.ts";
import { Offer } from "./Offer.tsx";
import { Poll } from "./Poll.tsx";
import { attachedTo, type WidgetMessage } from "./submessage.ts";
import { Todo } from "./Todo.tsx";
import "./widgets.css";

interface WidgetProps {
  readonly message: WidgetMessage;
  readonly reply?: (text: string) => void;
}

/** Whether a message is shown as a widget; otherwise its text is. */
export function hasWidget(message: WidgetMessage): boolean {
  if (message.submessages.length === 0) return false;
  const attached = attachedTo(message);
  const kind = attached?.definition.widget_type;
  return (
    kind === "poll" ||
    kind === "todo" ||
    (kind === "zform" && attached !== undefined && choicesFrom(attached) !== undefined)
  );
}

export function Widget({ message, reply }: WidgetProps) {
  const attached = attachedTo(message);
  if (attached?.definition.widget_type === "poll") return <Poll message={message} />;
  if (attached?.definition.widget_type === "todo") return <Todo message={message} />;
  const offer = attached?.definition.widget_type === "zform" ? choicesFrom(attached) : undefined;
  return offer ? <Offer offer={offer} reply={reply} /> : null;
}
