/** Chooses a channel to post in. */
import { byName } from "../../inbox-order/folders.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { FormField } from "../forms/FormField.tsx";

interface ChannelChoiceProps {
  readonly channelId: number | undefined;
  /** What it means that none is chosen. */
  readonly none: string;
  readonly isRequired?: boolean;
  readonly onChange: (channelId: number | undefined) => void;
}

export function ChannelChoice({ channelId, none, isRequired = false, onChange }: ChannelChoiceProps) {
  const channels = useStore((state) => state.channels.channels);
  const offered = [...channels.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((one, other) => byName.compare(one.name, other.name));
  return (
    <FormField label={t("integrations.channel")}>
      {(attributes) => (
        <select
          {...attributes}
          className="field"
          required={isRequired}
          value={channelId ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        >
          <option value="">{none}</option>
          {offered.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
