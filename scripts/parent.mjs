// npm runs a script through a shell, which ends on SIGTERM and does not pass the signal on.

/** Sends SIGTERM to this process when its parent ends. Only for a process that handles its signals. */
export function endWithParent() {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || parent === 1) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  watch.unref();
  // After Ctrl-C the shell ends too, and a second signal would interrupt the graceful end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}
