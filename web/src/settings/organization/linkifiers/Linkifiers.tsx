/** The page of linkifiers: their list in the order they are applied, and a text to try them on. */
import { linkifiers as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt, sentenceOf } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Empty } from "../../../parts/states.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { SortableList } from "../../lists/SortableList.tsx";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { saySaved } from "../../saved.ts";
import { byAdministrators } from "../organization-settings.ts";
import { type Linkifier, LinkifierDialog } from "./LinkifierDialog.tsx";
import { TrialField } from "./TrialField.tsx";
import { useTrial } from "./useTrial.ts";

export function Linkifiers({ page }: { readonly page: SettingsPage }) {
  const linkifiers = useStore((state) => state.markup.linkifiers);
  return (
    <Page page={page}>
      <Section title={t("linkifiers.list")} help={t("linkifiers.listHelp")} name="linkifiers">
        <AddButton />
        {linkifiers.length === 0 ? (
          <Empty icon="link" title={t("linkifiers.none")} />
        ) : (
          <LinkifierList linkifiers={linkifiers} />
        )}
      </Section>
      <Section title={t("linkifiers.try")} name="try-linkifiers">
        <PageTrial linkifiers={linkifiers} />
      </Section>
    </Page>
  );
}

function AddButton() {
  const mayChange = useStore(byAdministrators.may);
  if (!mayChange) return <p className="quiet">{t("linkifiers.locked")}</p>;
  return (
    <div className="add-row">
      <Button icon="plus" onPress={() => openDialog((close) => <LinkifierDialog onClose={close} />)}>
        {t("linkifiers.add")}
      </Button>
    </div>
  );
}

function LinkifierList({ linkifiers }: { readonly linkifiers: readonly Linkifier[] }) {
  const { connection } = useSession();
  const mayChange = useStore(byAdministrators.may);
  const saveOrder = (order: readonly Linkifier[]) =>
    connection.call(api.reorderLinkifiers, { ordered_linkifier_ids: order.map(({ id }) => id) });
  const reorder = async (order: readonly Linkifier[]) => {
    const before = linkifiers;
    try {
      await saveOrder(order);
      saySaved({ undo: () => void attempt(() => saveOrder(before)) });
    } catch (error) {
      showToast({ text: sentenceOf(error) });
      throw error;
    }
  };
  const remove = ({ id, pattern, url_template }: Linkifier) =>
    void attempt(async () => {
      const before = linkifiers.map((each) => each.id);
      await connection.call(api.removeLinkifier, { filter_id: id });
      const restore = async () => {
        const { id: added } = await connection.call(api.addLinkifier, { pattern, url_template });
        // In its old place. If others were changed meanwhile, it is the last.
        const order = before.map((each) => (each === id ? added : each));
        await connection.call(api.reorderLinkifiers, { ordered_linkifier_ids: order }).catch(() => {});
      };
      showToast({ text: t("linkifiers.removed", { pattern }), undo: () => void attempt(restore) });
    });
  return (
    <SortableList
      label={t("linkifiers.list")}
      items={linkifiers}
      keyOf={({ id }) => id}
      nameOf={({ pattern }) => pattern}
      draw={({ pattern, url_template }) => (
        <div className="linkifier-words mono" dir="ltr">
          <div>{pattern}</div>
          <small>{url_template}</small>
        </div>
      )}
      rowsOf={
        mayChange
          ? (linkifier) => [
              {
                id: "edit",
                label: t("listed.edit"),
                icon: "draft",
                onAction: () => openDialog((close) => <LinkifierDialog linkifier={linkifier} onClose={close} />),
              },
              {
                id: "remove",
                label: t("listed.remove"),
                icon: "trash",
                isDangerous: true,
                onAction: () => remove(linkifier),
              },
              "separator",
            ]
          : undefined
      }
      onReorder={reorder}
    />
  );
}

function PageTrial({ linkifiers }: { readonly linkifiers: readonly Linkifier[] }) {
  const [text, setText] = useState("");
  const outcome = useTrial({ linkifiers, source: text });
  return <TrialField text={text} onText={setText} outcome={outcome} linkifiers={linkifiers} />;
}
