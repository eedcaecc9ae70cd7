/** The right panel, with one tab at a time. */
import { useEffect, useRef } from "react";
import type { Address } from "../address/address.ts";
import { layout } from "../app/layout.ts";
import { IconButton } from "../parts/buttons.tsx";
import { Fault } from "../parts/Fault.tsx";
import { useEntryId } from "../state/place.ts";
import { useRemembered } from "../state/remembered.ts";
import { t } from "../text/text.ts";
import { Details } from "./Details.tsx";
import { type PanelTab, panelTab } from "./open-panel.ts";
import { People } from "./People.tsx";
import { PinnedSearch } from "./PinnedSearch.tsx";
import "./texts.ts";
import "../parts/facts.css";
import "./panel.css";

const TABS: readonly PanelTab[] = ["details", "people", "search"];

export function Panel({ address }: { readonly address: Address }) {
  const tab = useRemembered(panelTab);
  const entry = useEntryId();
  const panel = useRef<HTMLElement>(null);
  const isOver = layout.isOver();
  useEffect(() => {
    if (isOver) panel.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  }, [isOver]);
  const step = (by: number) => {
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? "details";
    panelTab.set(next);
    panel.current?.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };
  return (
    <aside className="panel" aria-label={t("shell.details")} data-region="panel" ref={panel}>
      <div className="panel-head">
        <div
          className="panel-tabs"
          role="tablist"
          aria-label={t("shell.details")}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            step(by);
          }}
        >
          {TABS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`panel-tab-${each}`}
              data-tab={each}
              className={each === tab ? "tab on" : "tab"}
              aria-selected={each === tab}
              aria-controls="panel-body"
              tabIndex={each === tab ? 0 : -1}
              onClick={() => panelTab.set(each)}
            >
              {t(`panel.${each}`)}
            </button>
          ))}
        </div>
        <span className="panel-close">
          <IconButton
            icon="close"
            label={t("parts.close")}
            command="togglePanel"
            onPress={() => layout.change({ isPanelOpen: false })}
          />
        </span>
      </div>
      <div className="panel-body" id="panel-body" role="tabpanel" aria-labelledby={`panel-tab-${tab}`}>
        <Fault key={tab} place={entry}>
          {tab === "details" && <Details address={address} />}
          {tab === "people" && <People address={address} />}
          {tab === "search" && <PinnedSearch />}
        </Fault>
      </div>
    </aside>
  );
}
