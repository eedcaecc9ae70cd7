import { placeText } from "../../composer/placeholder.ts";
import type { Target } from "../../composer/target.ts";
import { whenText } from "../../composer/tools/SendLater.tsx";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useMinute } from "../../state/presence.ts";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import type { KeptItem } from "./kept-item.ts";

interface KeptRowProps {
  readonly row: KeptItem;
  readonly link: Readonly<Record<string, unknown>>;
  readonly isCursor: boolean;
}

export function KeptRow({ row, link, isCursor }: KeptRowProps) {
  const { target, text, at, note, isFailed = false } = row;
  const clock = useClock();
  const now = useMinute() * 60;
  return (
    <li className={isCursor ? "axis kept cursor" : "axis kept"}>
      <span className="m" />
      <span className="mk">
        <Mark target={target} />
      </span>
      <div className="c">
        <button type="button" className="kept-open" onClick={row.open} {...link}>
          <span className="kept-head">
            <Place target={target} />
            <span className="quiet">{at === undefined ? note : whenText(at, clock, now)}</span>
          </span>
          <span className="kept-text" dir="auto">
            {text}
          </span>
        </button>
        {isFailed && <p className="error">{t("otherLists.notSent")}</p>}
        <span className="rowacts">
          {row.actions.map(({ label, do: act }) => (
            <Button key={label} kind="plain" onPress={act}>
              {label}
            </Button>
          ))}
          <IconButton icon="trash" size="s" label={t("otherLists.remove")} command="deleteRow" onPress={row.remove} />
        </span>
      </div>
    </li>
  );
}

function Mark({ target }: { readonly target: Target | undefined }) {
  if (target?.to === "channel" && target.channelId !== undefined) return <Tile channelId={target.channelId} />;
  if (target?.to === "direct" && target.userIds[0] !== undefined) return <Avatar userId={target.userIds[0]} size="s" />;
  return <Icon name={target ? "draft" : "bell"} />;
}

function Place({ target }: { readonly target: Target | undefined }) {
  const place = useStore((state) => (target ? placeText(state, target) : t("otherLists.reminderFor")));
  return (
    <b className="trunc" dir="auto">
      {place === "" ? t("otherLists.nowhereYet") : place}
    </b>
  );
}
