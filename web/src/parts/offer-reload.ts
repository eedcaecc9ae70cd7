/** Says what did not work, and offers to reload the page: a new one has the texts that were being written. */
import { t } from "../text/text.ts";
import { showToast } from "./toasts.tsx";

export const offerReload = (text: string = t("parts.notLoaded")): void =>
  showToast({ text, action: { label: t("shell.reload"), do: () => location.reload() } });
