// npm runs a script through a shell, and the shell ends on SIGTERM without passing the signal on.

/** Sends SIGTERM to this process when its parent is gone. Only for a process that handles its signals itself. */
export function endWithParent() {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || parent === 1) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  watch.unref();
  // After Ctrl-C the shell ends too, and a second signal would cut the graceful end short.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}
