/** Chooses a channel by part of its name. */
import { SuggestionList } from "../../parts/suggestions.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useChannelChoice } from "../../parts/useChannelChoice.tsx";

interface ChannelComboProps {
  readonly label: string;
  readonly channelId: number;
  readonly isDisabled?: boolean;
  readonly onChange: (channelId: number) => void;
}

export function ChannelCombo({ label, channelId, isDisabled = false, onChange }: ChannelComboProps) {
  const { field, list } = useChannelChoice({ channelId, onChoose: onChange });
  return (
    <span className="combo">
      <span className="combo-mark">
        <Tile channelId={channelId} />
      </span>
      <input className="field" aria-label={label} dir="auto" disabled={isDisabled} {...field} />
      {list && <SuggestionList list={list} label={label} />}
    </span>
  );
}
