// Notices of the house by the browser, also while no page of it is open; and why there can be none, where that is so.
import { t } from '../words/words';
import { bytesOf } from './passkeys';

const WORKER = '/worker.js';

/** Why this page cannot ask for notices: others could read it on the way, the browser has none, or one forbade them. */
export function hindrance(): '' | 'plain' | 'browser' | 'denied' {
  if (!window.isSecureContext) return 'plain';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'browser';
  return Notification.permission === 'denied' ? 'denied' : '';
}

/** Let the browser show notices; what the house has to know for that, or null for somebody who would rather not. */
export async function subscribe(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  await (await pushManager.getSubscription())?.unsubscribe(); // one of another house, perhaps, that was here before
  try {
    return (await pushManager.subscribe(wanted)).toJSON();
  } catch (error) {
    throw error instanceof DOMException ? new Error(t('turns.no-push-service')) : error;
  }
}

export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
