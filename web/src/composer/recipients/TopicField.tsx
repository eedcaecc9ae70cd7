/** The topic: an existing one, a new one, or none where allowed. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Suggested, SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { useTopicsOf } from "../../state/channel-topics.ts";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";
import { codePoints } from "../editing/edited.ts";
import { type TopicChoice, topicChoices } from "./topic-choices.ts";

interface TopicFieldProps {
  readonly channelId: number;
  readonly topic: string;
  readonly isRequired: boolean;
}

const SHOWN_FROM_LEFT = 10;

export function TopicField({ channelId, topic, isRequired }: TopicFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSearched, setSearched] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const emptyName = useRealm("realm_empty_topic_display_name");
  const maxLength = useRealm("max_topic_length");
  const topics = useTopicsOf(channelId, isOpen);
  const { focus } = useSyncExternalStore(desk.subscribe, desk.get);
  useEffect(() => {
    if (focus !== "recipient") return;
    input.current?.focus();
    desk.focus(undefined);
  }, [focus]);
  const set = (name: string) => desk.readdress({ to: "channel", channelId, topic: name });
  const pick = (name: string) => {
    set(name);
    setOpen(false);
    desk.focus("text");
  };
  const choices = topicChoices({ typed: topic, isSearched, topics, emptyName: isRequired ? undefined : emptyName });
  const suggesting = useSuggestions({
    items: choices.map((choice) => suggested(choice, emptyName)),
    isOpen,
    // What was typed is taken; from an empty field, Tab only moves on.
    takesTab: topic.trim() !== "",
    onPick: pick,
    onClose: () => setOpen(false),
  });
  const left = maxLength - codePoints(topic);
  const placeholder = isRequired ? t("composer.nameTopic") : emptyName;
  return (
    <span className="recipient grow">
      <input
        ref={input}
        className={isRequired ? "plain-field strong" : "plain-field strong empty-topic"}
        role="combobox"
        dir="auto"
        aria-expanded={suggesting.list !== undefined}
        aria-label={t("composer.chooseTopic")}
        aria-required={isRequired}
        aria-invalid={left < 0}
        placeholder={placeholder}
        value={topic}
        autoComplete="off"
        onFocus={() => {
          setSearched(false);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          set(target.value);
          setSearched(true);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (suggesting.onKeyDown(event)) return;
          if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
            event.preventDefault();
            desk.focus("text");
          }
        }}
        {...suggesting.field}
      />
      {left <= SHOWN_FROM_LEFT && (
        <span className={left < 0 ? "num bad" : "num quiet"}>{t("composer.left", { count: left })}</span>
      )}
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("composer.chooseTopic")} />}
    </span>
  );
}

function suggested(choice: TopicChoice, emptyName: string): Suggested<string> {
  if (choice.kind === "empty") return { id: "empty", item: "", content: <em>{emptyName}</em> };
  const { kind, topic } = choice;
  const name = (
    <span className="trunc" dir="auto">
      {topic}
    </span>
  );
  return { id: `${kind} ${topic}`, item: topic, content: kind === "new" ? t("composer.newTopic", { topic }) : name };
}
