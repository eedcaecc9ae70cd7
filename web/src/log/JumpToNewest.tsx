/** Returns to the newest message, and shows how many have arrived since. */
import { keyLabel, keyShortcuts } from "../keyboard/keys.ts";
import { Icon } from "../parts/Icon.tsx";
import { pressable } from "../parts/press.ts";
import { useTip } from "../parts/tips.tsx";
import { numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface JumpToNewestProps {
  /** 0 if none have arrived, or if unknown. */
  readonly count: number;
  readonly onPress: () => void;
}

export function JumpToNewest({ count, onPress }: JumpToNewestProps) {
  const label = t("log.toNewest", { count });
  const tip = useTip(label, keyLabel("last"));
  return (
    <button
      className={count > 0 ? "to-newest counted" : "to-newest"}
      aria-label={label}
      aria-keyshortcuts={keyShortcuts("last")}
      {...pressable({ ...tip, onPress })}
    >
      {count > 0 && <span className="num">{numberText(count)}</span>}
      <Icon name="down" />
    </button>
  );
}
