/** Whether a host name means the machine of whoever uses it. */
export const isLocalName = (name: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);
