/** The desktop application that shows this page, if one does. Its releases differ, so every member may be missing. */
export interface DesktopApp {
  send_event?(name: string, ...values: unknown[]): unknown;
  on_event?(name: string, listener: (...values: unknown[]) => void): unknown;
  new_notification?(
    title: string,
    options: NotificationOptions,
    dispatch: (type: string) => boolean,
  ): { close?(): void } | undefined;
  get_idle_on_system?(): boolean;
  /** In milliseconds. */
  get_last_active_on_system?(): number;
  set_send_notification_reply_message_supported?(isSupported: boolean): void;
}

export const desktopApp = (globalThis as { electron_bridge?: DesktopApp }).electron_bridge;

/** When the person last used the computer, as far as the application knows; zero otherwise. */
export function lastActiveOnSystem(app = desktopApp, now = Date.now()): number {
  const known = app?.get_last_active_on_system?.();
  if (typeof known === "number") return known;
  return app?.get_idle_on_system?.() === false ? now : 0;
}

/** What the window and the application have in common of a notification. */
export interface OpenNotification {
  close(): void;
}

interface NotificationHandlers {
  onClick(): void;
  onClose(): void;
}

/** Throws where only a service worker can show notifications. */
export function notify(
  title: string,
  options: NotificationOptions,
  { onClick, onClose }: NotificationHandlers,
  app = desktopApp,
): OpenNotification {
  if (app?.new_notification) {
    const shown = app.new_notification(title, options, (type) => {
      if (type === "click") onClick();
      if (type === "close") onClose();
      return true;
    });
    return { close: () => shown?.close?.() };
  }
  const shown = new Notification(title, options);
  shown.onclick = onClick;
  shown.onclose = onClose;
  return shown;
}

export const canNotify = (app = desktopApp): boolean =>
  app?.new_notification !== undefined || (typeof Notification !== "undefined" && Notification.permission === "granted");
