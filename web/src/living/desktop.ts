/** System notifications. A later one replaces an earlier one for the same conversation. */
import { canNotify, notify, type OpenNotification } from "./desktop-app.ts";

export interface DesktopNotification {
  /** The conversation key. */
  readonly key: string;
  readonly messageId: number;
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  /** The address a click opens. */
  readonly fragment: string;
}

class Desktop {
  readonly #open = new Map<string, { readonly messageId: number; readonly notification: OpenNotification }>();
  #isByWorker = false;

  show({ key, messageId, title, body, icon, fragment }: DesktopNotification): void {
    if (!canNotify()) return;
    const options = { body, icon, tag: key, silent: true, data: { messageId, fragment } };
    let notification: OpenNotification;
    const onClick = () => {
      window.focus();
      location.hash = fragment;
      notification.close();
    };
    const onClose = () => {
      if (this.#open.get(key)?.notification === notification) this.#open.delete(key);
    };
    try {
      notification = notify(title, options, { onClick, onClose });
    } catch {
      // Some browsers show notifications only through the service worker, whose click handler opens the message.
      this.#isByWorker = true;
      void navigator.serviceWorker?.ready.then((registration) => registration.showNotification(title, options));
      return;
    }
    this.#open.set(key, { messageId, notification });
  }

  /** Closes notifications whose messages are read. */
  keep(isUnread: (messageId: number) => boolean): void {
    for (const [key, { messageId, notification }] of this.#open)
      if (!isUnread(messageId)) {
        this.#open.delete(key);
        notification.close();
      }
    void this.#closeByWorker(isUnread);
  }

  async #closeByWorker(isUnread: (messageId: number) => boolean): Promise<void> {
    if (!this.#isByWorker) return;
    const registration = await navigator.serviceWorker?.ready;
    for (const notification of (await registration?.getNotifications()) ?? []) {
      const { messageId } = (notification.data ?? {}) as { messageId?: number };
      if (messageId !== undefined && !isUnread(messageId)) notification.close();
    }
  }

  closeAll(): void {
    this.keep(() => false);
  }
}

export const shown = new Desktop();
