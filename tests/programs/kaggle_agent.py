"""A Kaggle agent: takes a win or stops one in the next move, else plays near the centre."""


def agent(observation, configuration):
    print("this is no answer: it must not disturb the game")
    columns, rows, connect = configuration.columns, configuration["rows"], configuration.inarow
    board, mark = observation.board, observation["mark"]

    def row_of(column):
        return max(row for row in range(rows) if board[row * columns + column] == 0)

    def completes(column, disc):
        row = row_of(column)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < rows and 0 <= c < columns and board[r * columns + c] == disc:
                    length, r, c = length + 1, r + sign * down, c + sign * right
            if length >= connect:
                return True
        return False

    choices = [column for column in range(columns) if board[column] == 0]
    for disc in (mark, 3 - mark):
        for column in choices:
            if completes(column, disc):
                return column
    return min(choices, key=lambda column: abs(column - columns // 2))
