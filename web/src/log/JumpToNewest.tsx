/** Returns to the newest message, and shows how many have arrived since. */
import { Button as AriaButton } from "react-aria-components/Button";
import { TooltipTrigger } from "react-aria-components/Tooltip";
import { keyLabel, keyShortcuts } from "../keyboard/keys.ts";
import { Icon } from "../parts/Icon.tsx";
import { Tip } from "../parts/Tip.tsx";
import { numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface JumpToNewestProps {
  /** 0 if none have arrived, or if unknown. */
  readonly count: number;
  readonly onPress: () => void;
}

export function JumpToNewest({ count, onPress }: JumpToNewestProps) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton
        className={count > 0 ? "to-newest counted" : "to-newest"}
        aria-label={t("log.toNewest", { count })}
        aria-keyshortcuts={keyShortcuts("last")}
        onPress={onPress}
      >
        {count > 0 && <span className="num">{numberText(count)}</span>}
        <Icon name="down" />
      </AriaButton>
      <Tip label={t("log.toNewest", { count })} keyName={keyLabel("last")} />
    </TooltipTrigger>
  );
}
