/** Adds one of the offered channels to a list. */
import type { Channel } from "@parley/client";
import { byName } from "../../../inbox-order/folders.ts";
import { t } from "../../../text/text.ts";

interface ChannelAdderProps {
  /** As it is read out. */
  readonly label: string;
  readonly offered: readonly Channel[];
  readonly onAdd: (channel: Channel) => void;
}

export function ChannelAdder({ label, offered, onAdd }: ChannelAdderProps) {
  if (offered.length === 0) return null;
  const sorted = [...offered].sort((one, other) => byName.compare(one.name, other.name));
  return (
    <select
      className="field setting-select channel-adder"
      aria-label={label}
      value=""
      onChange={({ target }) => {
        const chosen = sorted[Number(target.value)];
        if (chosen) onAdd(chosen);
      }}
    >
      <option value="" disabled>
        {t("folders.addChannel")}
      </option>
      {sorted.map(({ stream_id, name }, at) => (
        <option key={stream_id} value={at}>
          {name}
        </option>
      ))}
    </select>
  );
}
