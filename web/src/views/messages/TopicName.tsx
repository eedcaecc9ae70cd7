/** A topic's name. The topic without one has a name that the organization gives it, in italics; a resolved one a check. */
import { isResolved, plainTopic } from "../../actions/resolved.ts";
import { Icon } from "../../parts/Icon.tsx";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";

export function TopicName({ topic }: { readonly topic: string }) {
  const standIn = useRealm("realm_empty_topic_display_name");
  if (topic === "") return <i className="topic-none">{standIn}</i>;
  if (!isResolved(topic)) return <span dir="auto">{topic}</span>;
  return (
    <span className="topic-resolved" dir="auto">
      <Icon name="check" label={t("narrow.resolved")} />
      {plainTopic(topic)}
    </span>
  );
}
