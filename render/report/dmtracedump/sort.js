// A click on a heading sorts its table by that column, a second one the other way round.
for (const head of document.querySelectorAll('table.sortable th')) {
	head.onclick = () => {
		const body = head.closest('table').tBodies[0];
		const column = head.cellIndex;
		const text = head.classList.contains('name');
		const up = head.dataset.order ? head.dataset.order === 'down' : text;
		for (const other of head.parentNode.cells) {
			delete other.dataset.order;
			other.removeAttribute('aria-sort');
		}
		head.dataset.order = up ? 'up' : 'down';
		head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
		const key = row => text ? row.cells[column].textContent : parseFloat(row.cells[column].textContent);
		const rows = [...body.rows].map(row => ({ row, key: key(row) }));
		rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * (up ? 1 : -1));
		body.append(...rows.map(r => r.row));
	};
}
