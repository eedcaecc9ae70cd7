/** A page of settings: its heading, "Saved", and its groups. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useIsPhone } from "../app/screen.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { Button } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Segments, type SegmentsProps } from "../parts/Segments.tsx";
import { t } from "../text/text.ts";
import type { SettingsGroup, SettingsPage } from "./page.ts";
import { usePointedAt } from "./pointing.ts";
import { SettingRow } from "./SettingRow.tsx";
import { saySaved, useSavedNote } from "./saved.ts";

export function Page({ page, children }: { readonly page: SettingsPage; readonly children: ReactNode }) {
  return (
    <PageFrame title={t(page.name)} about={t(page.about)} back={{ href: "#settings", label: t("settings.backToList") }}>
      {children}
    </PageFrame>
  );
}

interface PageFrameProps {
  readonly title: ReactNode;
  readonly about: ReactNode;
  /** Where a phone goes back to. */
  readonly back: { readonly href: string; readonly label: string };
  /** Between the heading and "Saved". */
  readonly actions?: ReactNode;
  /** Below the heading, and stays there as well. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

export function PageFrame({ title, about, back, actions, tabs, children }: PageFrameProps) {
  const isPhone = useIsPhone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a page without anything to change is scrolled with the keyboard.
    <div className="set" data-region="log" tabIndex={0}>
      <div className="axis page-head set-head">
        <div className="c">
          {isPhone && (
            <a className="ib" href={back.href} aria-label={back.label}>
              <Icon name="back" />
            </a>
          )}
          <div>
            <h1>{title}</h1>
            <p className="sub">{about}</p>
          </div>
          <span className="spacer" />
          <SavedStatus />
          {actions}
        </div>
        {tabs}
      </div>
      {children}
    </div>
  );
}

/** The status is always in the document, so that screen readers notice the change. */
export function SavedStatus() {
  const note = useSavedNote();
  const { undo } = note ?? {};
  const takeBack = () => {
    saySaved(undefined);
    undo?.();
  };
  useCommand("undo", takeBack, { isEnabled: undo !== undefined });
  return (
    <span className="saved-status">
      <span className="saved" role="status">
        {note && (
          <>
            <Icon name="check" size="s" />
            {t("settings.saved")}
          </>
        )}
      </span>
      {undo && (
        <Button kind="plain" onPress={takeBack}>
          {t("parts.undo")}
        </Button>
      )}
    </span>
  );
}

/** The choice between lists or tabs of a page, each with an address. */
export function PageTabs<T extends string>(props: SegmentsProps<T>) {
  return (
    <div className="axis set-tabs">
      <div className="c">
        <Segments {...props} />
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
  /** What search points at. */
  readonly name?: string;
}

/** A part of a page under its own heading. */
export function Section({ title, help, children, name }: SectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const isPointedAt = usePointedAt(name ?? "");
  useEffect(() => {
    if (!isPointedAt) return;
    section.current?.scrollIntoView({ block: "start" });
    section.current?.querySelector<HTMLElement>("input, select, textarea, button, a")?.focus({ preventScroll: true });
  }, [isPointedAt]);
  return (
    <section
      ref={section}
      className="axis set-sec"
      aria-labelledby={id}
      {...(name === undefined ? {} : { "data-setting": name })}
    >
      <div className="c">
        <h2 id={id}>{title}</h2>
        {help !== undefined && <p className="help">{help}</p>}
        {children}
      </div>
    </section>
  );
}

/** The settings of a group, each in its row. */
export function Group({ group, children }: { readonly group: SettingsGroup; readonly children?: ReactNode }) {
  const { title, help, source, settings } = group;
  return (
    <Section title={t(title)} {...(help ? { help: t(help) } : {})}>
      {settings.map((setting) => (
        <SettingRow key={setting.key} setting={setting} source={source} />
      ))}
      {children}
    </Section>
  );
}

/** A page that is nothing but its groups. */
export function DeclaredPage({ page }: { readonly page: SettingsPage }) {
  return (
    <Page page={page}>
      {page.groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </Page>
  );
}
