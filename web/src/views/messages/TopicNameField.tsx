/** The topic name while it is being edited. */
import { useState } from "react";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";

interface TopicNameFieldProps {
  readonly topic: string;
  /** With the new name, or undefined if it is unchanged. */
  readonly onDone: (name: string | undefined) => void;
}

export function TopicNameField({ topic, onDone }: TopicNameFieldProps) {
  const [name, setName] = useState(topic);
  const longest = useRealm("max_topic_length");
  return (
    <input
      className="title-field"
      aria-label={t("narrow.renameLabel")}
      dir="auto"
      value={name}
      maxLength={longest}
      // biome-ignore lint/a11y/noAutofocus: it replaces the name that was pressed.
      autoFocus
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setName(target.value)}
      onBlur={() => onDone(undefined)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onDone(name.trim());
        else if (event.key === "Escape") onDone(undefined);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
