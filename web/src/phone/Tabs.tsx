/** The tabs at the bottom of a phone's screen. */
import type { Address } from "../address/address.ts";
import { saidOf } from "../inbox-order/said.ts";
import { countsOf } from "../inbox-order/unread.ts";
import { Icon } from "../parts/Icon.tsx";
import type { IconName } from "../parts/Sprite.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { useIsComplete, useUnreadWords } from "../state/unread-words.ts";
import { numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { openTab, type PhoneTab, usePhoneTab } from "./tab.ts";
import "./phone.css";

export function Tabs({ address }: { readonly address: Address }) {
  const tab = usePhoneTab();
  const { isVisitor } = useSession();
  const direct = useStore((state) => countsOf(state).direct.unread);
  return (
    <nav className="tabs" aria-label={t("phone.tabs")}>
      {!isVisitor && <ViewTab name="inbox" icon="inbox" isHere={tab === undefined && address.kind === "inbox"} />}
      <ViewTab name="recent" icon="recent" isHere={tab === undefined && address.kind === "recent"} />
      <ScreenTab name="channels" icon="hash" isHere={tab === "channels"} />
      {!isVisitor && <ScreenTab name="direct" icon="dm" isHere={tab === "direct"} unread={direct} />}
      <ScreenTab name="search" icon="search" isHere={tab === "search"} />
    </nav>
  );
}

/** Smaller than elsewhere, to save space. */
const MOST_SHOWN = 99;

interface TabProps<N> {
  readonly name: N;
  readonly icon: IconName;
  readonly isHere: boolean;
  readonly unread?: number;
}

function ViewTab({ name, icon, isHere }: TabProps<"inbox" | "recent">) {
  return (
    <a
      className={isHere ? "tabbar-item on" : "tabbar-item"}
      href={`#${name}`}
      {...(isHere ? { "aria-current": "page" as const } : {})}
      onClick={() => openTab(undefined)}
    >
      <Icon name={icon} />
      {t(`phone.${name}`)}
    </a>
  );
}

function ScreenTab({ name, icon, isHere, unread = 0 }: TabProps<PhoneTab>) {
  const words = useUnreadWords();
  const said = saidOf(unread, useIsComplete(), MOST_SHOWN);
  const text = said === "exact" ? numberText(unread) : t(said === "many" ? "phone.many" : "parts.some");
  return (
    <button
      type="button"
      className={isHere ? "tabbar-item on" : "tabbar-item"}
      {...(isHere ? { "aria-current": "page" as const } : {})}
      {...(unread > 0
        ? {
            "aria-label": t("sidebar.named", { name: t(`phone.${name}`), state: words(unread) }),
          }
        : {})}
      onClick={() => openTab(name)}
    >
      <Icon name={icon} />
      {t(`phone.${name}`)}
      {unread > 0 && " "}
      {unread > 0 && <span className="tabbar-count">{text}</span>}
    </button>
  );
}
