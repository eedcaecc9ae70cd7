/** Chooses an existing topic of a channel, or names a new one. */
import { useState } from "react";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { findTopics } from "../../ranking/channel-names.ts";
import { useTopicsOf } from "../../state/channel-topics.ts";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";

interface TopicComboProps {
  readonly label: string;
  readonly channelId: number;
  readonly topic: string;
  readonly isDisabled?: boolean;
  readonly isRequired: boolean;
  readonly onChange: (topic: string) => void;
}

export function TopicCombo({ label, channelId, topic, isDisabled = false, isRequired, onChange }: TopicComboProps) {
  const [isOpen, setOpen] = useState(false);
  const emptyName = useRealm("realm_empty_topic_display_name");
  const longest = useRealm("max_topic_length");
  const topics = useTopicsOf(channelId, true);
  const found = findTopics(
    topic,
    topics.filter((name) => name !== ""),
  ).filter((name) => name !== topic);
  const isNew = !topics.some((name) => name.toLowerCase() === topic.toLowerCase());
  const suggesting = useSuggestions({
    isOpen,
    onPick: (name: string) => {
      setOpen(false);
      onChange(name);
    },
    onClose: () => setOpen(false),
    items: [
      // Enter takes the typed text; arrow keys enter the list.
      ...(topic === ""
        ? []
        : [{ id: "typed", item: topic, content: isNew ? t("composer.newTopic", { topic }) : topic }]),
      ...found.map((name) => ({
        id: `topic ${name}`,
        item: name,
        content: (
          <span className="trunc" dir="auto">
            {name}
          </span>
        ),
      })),
    ],
  });
  return (
    <span className="combo">
      <input
        className="field"
        role="combobox"
        aria-label={label}
        aria-expanded={suggesting.list !== undefined}
        aria-required={isRequired}
        dir="auto"
        autoComplete="off"
        placeholder={isRequired ? "" : emptyName}
        disabled={isDisabled}
        maxLength={longest}
        value={topic}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          onChange(target.value);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (!suggesting.onKeyDown(event) && event.key === "ArrowDown") setOpen(true);
        }}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={label} />}
    </span>
  );
}
